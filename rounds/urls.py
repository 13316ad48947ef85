"""The addresses of every page. What each asks for stands in the matrix of tests/web/test_access.py."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
