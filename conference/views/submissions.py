from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from conference.filetypes import limits
from conference.http import Request
from conference.models import Lecture, Material
from conference.services.submissions import submit_file
from conference.views.frame import frame


class SubmissionForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("What it is"), choices=Material.Kind.choices)
    file = forms.FileField(
        label=gettext_lazy("File"), allow_empty_file=True
    )  # which examining refuses by name


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def submission(request: Request, pk: int, slug: str) -> HttpResponse:
    """Where presenters send files for their lecture, until the conference's deadline."""
    visible = Lecture.objects.visible_to(request.viewer).select_related("conference")
    lecture = get_object_or_404(visible, pk=pk)
    if request.viewer.is_anonymous:
        return redirect_to_login(request.get_full_path())
    if not request.access.presents(lecture):
        raise PermissionDenied
    is_open = request.access.may_submit(lecture)
    if request.method == "POST" and not is_open:
        raise PermissionDenied
    form = SubmissionForm(request.POST, request.FILES) if request.method == "POST" else SubmissionForm()
    if form.is_valid() and _submitted(request, lecture, form):
        messages.success(request, _("Thank you. Your file waits for an organizer, who opens it to others."))
        return redirect("submission", lecture.pk, lecture.slug)
    context = frame(request, lecture.conference) | {
        "lecture": lecture,
        "form": form if is_open else None,
        "limits": limits(),
        "waiting": lecture.materials.filter(state=Material.State.SUBMITTED),
    }
    return render(request, "conference/submission.html", context)


def _submitted(request: Request, lecture: Lecture, form: SubmissionForm) -> bool:
    """False, with an error beside the file, if it cannot be taken."""
    try:
        submit_file(
            lecture=lecture,
            kind=form.cleaned_data["kind"],
            upload=form.cleaned_data["file"],
            user_id=request.viewer.user_id,
        )
    except ValidationError as refusal:
        form.add_error("file", refusal)
        return False
    return True
