"""The nights of a club, for those who own it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rounds.access import owner
from rounds.screens.home import home as home_screen


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The list of nights; who does not own the club is told how to get in, and nothing else."""
    try:
        club = owner(request).club
    except Http404:
        return render(request, "home/stranger.html")
    return render(request, "home/home.html", {"home": home_screen(club, timezone.now())})
