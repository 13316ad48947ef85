from django.urls import URLPattern, URLResolver

from xuezhan_site import errors

urlpatterns: list[URLPattern | URLResolver] = []

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.broken
