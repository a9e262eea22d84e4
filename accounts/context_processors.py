from accounts.viewer import Viewer
from conference.http import Request


def viewer(request: Request) -> dict[str, Viewer]:
    return {"viewer": request.viewer}
