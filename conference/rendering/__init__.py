"""What authors typed (Markdown and LaTeX in one text) to safe HTML with MathML, and to plain text.

Pure functions: no models, no database, no network; nothing here ever runs TeX.
"""

from conference.rendering.names import decode_name
from conference.rendering.pipeline import RENDERER_VERSION, render, render_inline
from conference.rendering.quality import residue, text_warnings
from conference.rendering.rendered import Rendered, RenderWarning
from conference.rendering.sanitize import stored_html

__all__ = [
    "RENDERER_VERSION",
    "RenderWarning",
    "Rendered",
    "decode_name",
    "render",
    "render_inline",
    "residue",
    "stored_html",
    "text_warnings",
]
