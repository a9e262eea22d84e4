from accounts.models.limits import Counter
from accounts.models.mail import OutgoingMail
from accounts.models.mailing import Mailing
from accounts.models.registration import Organizer, Registration, TicketType
from accounts.models.user import User

__all__ = ["Counter", "Mailing", "Organizer", "OutgoingMail", "Registration", "TicketType", "User"]
