"""Every page of the site, and how it answers each member of the cast. Names in braces are those of world.py."""

MEMBERS = (
    "visitor", "stranger", "cancelled", "outsider", "registered", "presenter", "organizer", "administrator"
)  # fmt: skip

# Members stand in the order above. Redirects of 301 lead to the present address of a page, 302 to a link's target or to logging in.
TABLE = """
/                                   200 200 200 200 200 200 200 200
/library/                           200 200 200 200 200 200 200 200
/library/?q=zebrafinch              200 200 200 200 200 200 200 200
/library/?q=wombats                 200 200 200 200 200 200 200 200
/library/?q=nobody+knows            200 200 200 200 200 200 200 200
/library/?conference=draft-2026     200 200 200 200 200 200 200 200
/library/?keyword=hushed-keyword    200 200 200 200 200 200 200 200

{first}/                            200 200 200 200 200 200 200 200
{first}.bib                         200 200 200 200 200 200 200 200
{first}.ris                         200 200 200 200 200 200 200 200
{first}.json                        200 200 200 200 200 200 200 200
{first}.ics                         401 401 401 401 200 200 200 200
/lecture/{first_id}/                301 301 301 301 301 301 301 301
/lecture/{first_id}-an-old-slug/    301 301 301 301 301 301 301 301
{first}/files/                      302 403 403 403 403 200 403 403
{gated}/                            200 200 200 200 200 200 200 200
{gated}.bib                         200 200 200 200 200 200 200 200
{gated}.ris                         200 200 200 200 200 200 200 200
{gated}.json                        200 200 200 200 200 200 200 200
{gated}.ics                         401 401 401 401 200 200 200 200
{withdrawn}/                        200 200 200 200 200 200 200 200
{undisclosed}/                      404 404 404 404 404 404 200 200
{undisclosed}.bib                   404 404 404 404 404 404 200 200
{undisclosed}.ris                   404 404 404 404 404 404 200 200
{undisclosed}.json                  404 404 404 404 404 404 200 200
{undisclosed}.ics                   404 404 404 404 404 404 200 200
{annex_lecture}/                    200 200 200 200 200 200 200 200
{annex_lecture}.ris                 200 200 200 200 200 200 200 200
{annex_lecture}.json                200 200 200 200 200 200 200 200
{annex_lecture}.ics                 200 200 200 200 200 200 200 200
{draft_lecture}/                    404 404 404 404 404 404 404 200
{draft_lecture}.bib                 404 404 404 404 404 404 404 200
{draft_lecture}.ris                 404 404 404 404 404 404 404 200
{draft_lecture}.json                404 404 404 404 404 404 404 200
{draft_lecture}.ics                 404 404 404 404 404 404 404 200
{veil_lecture}/                     404 404 404 404 404 404 404 200
{veil_lecture}.bib                  404 404 404 404 404 404 404 200
{veil_lecture}.ris                  404 404 404 404 404 404 404 200
{veil_lecture}.json                 404 404 404 404 404 404 404 200
{veil_lecture}.ics                  404 404 404 404 404 404 404 200

{hall}/                             200 200 200 200 200 200 200 200
/events/hall-25/                    301 301 301 301 301 301 301 301
{hall}/schedule/                    401 401 401 401 200 200 200 200
{hall}/posters/                     200 200 200 200 200 200 200 200
{hall}/lectures/                    200 200 200 200 200 200 200 200
{session}                           401 401 401 401 200 200 200 200
{page}                              200 200 200 200 200 200 200 200
{members_page}                      401 401 401 401 200 200 200 200
{unpublished_page}                  404 404 404 404 404 404 200 200
{annex}/                            200 200 200 200 200 200 200 200
{annex}/schedule/                   200 200 200 200 200 200 200 200
{annex}/posters/                    200 200 200 200 200 200 200 200
{annex_session}                     200 200 200 200 200 200 200 200
{draft}/                            404 404 404 404 404 404 404 200
{draft}/schedule/                   404 404 404 404 404 404 404 200
{draft}/posters/                    404 404 404 404 404 404 404 200
{draft}/lectures/                   404 404 404 404 404 404 404 200
{draft_session}                     404 404 404 404 404 404 404 200
{draft_page}                        404 404 404 404 404 404 404 200
{veil}/                             200 200 200 200 200 200 200 200
{veil}/schedule/                    404 404 404 404 404 404 404 200
{veil}/posters/                     404 404 404 404 404 404 404 200
{veil}/lectures/                    404 404 404 404 404 404 404 200
{veil_session}                      404 404 404 404 404 404 404 200
{veil_page}                         200 200 200 200 200 200 200 200

{keyword}                           200 200 200 200 200 200 200 200
{draft_keyword}                     404 404 404 404 404 404 404 200
{veil_keyword}                      404 404 404 404 404 404 404 200
{author}                            200 200 200 200 200 200 200 200
{draft_author}                      404 404 404 404 404 404 404 200
{veil_author}                       404 404 404 404 404 404 404 200

{open_link}                         302 302 302 302 302 302 302 302
{locked_link}                       401 401 401 401 302 302 302 302
{locked_file}                       401 401 401 401 200 200 200 200
{locked_preview}                    401 401 401 401 200 200 200 200
{withheld_link}                     404 404 404 404 404 404 302 302
{withdrawn_link}                    404 404 404 404 404 404 302 302
{missing_file}                      404 404 404 404 404 404 404 404
{annex_link}                        302 302 302 302 302 302 302 302
{draft_link}                        404 404 404 404 404 404 404 302
{veil_link}                         404 404 404 404 404 404 404 302

/me/                                302 200 200 200 200 200 200 200
/accounts/login/                    302 302 302 302 302 302 302 302
/accounts/login/code/               200 302 302 302 302 302 302 302
/accounts/login/code/confirm/       302 302 302 302 302 302 302 302
/accounts/logout/                   302 200 200 200 200 200 200 200
/accounts/inactive/                 200 200 200 200 200 200 200 200
/accounts/signup/                   200 200 200 200 200 200 200 200
/accounts/email/                    302 200 200 200 200 200 200 200
/accounts/confirm-email/            302 302 302 302 302 302 302 302
/accounts/welcome-mail/hall-2025/   200 200 200 200 200 200 200 200
/accounts/welcome-mail/draft-2026/  404 404 404 404 404 404 404 200

/admin/                             302 302 302 200 302 302 200 200
/admin/login/                       302 403 403 302 403 403 302 302
/robots.txt                         200 200 200 200 200 200 200 200
/sitemap.xml                        200 200 200 200 200 200 200 200
/sitemap-conferences.xml            200 200 200 200 200 200 200 200
/sitemap-pages.xml                  200 200 200 200 200 200 200 200
/sitemap-lectures.xml               200 200 200 200 200 200 200 200
/healthz                            200 200 200 200 200 200 200 200
/healthz/live                       200 200 200 200 200 200 200 200
"""


def rows() -> dict[str, dict[str, int]]:
    """By path the status that each member gets."""
    table = {}
    for line in filter(None, TABLE.splitlines()):
        path, *statuses = line.split()
        table[path] = dict(zip(MEMBERS, map(int, statuses), strict=True))
    return table
