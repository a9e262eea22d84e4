"""The demonstration that `manage.py demo` makes and serves: three conferences, their people, and a stage.

content.py reads what is written in data/, build.py makes rows of it, cast.py lets people in, serve.py runs the site. All of it is
invented, but for the conferences' names, places and dates and the titles of some lectures.
"""
