from django.urls import URLPattern, URLResolver, include, path

from xuezhan_site import errors

urlpatterns: list[URLPattern | URLResolver] = [path("", include("rounds.urls"))]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
