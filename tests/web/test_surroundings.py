"""Where a page is shown: on plain http and in the browser of 微信 the phone lacks something, and is told so in 更多."""

import pytest
from django.urls import reverse

from rounds.links import link_token
from rounds.models import AccessLink, Session
from tests.web.cast import browser

WECHAT = (
    "Mozilla/5.0 (Linux; Android 14; V2197A Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
    "Chrome/116.0.0.0 XWEB/1160117 MMWEBSDK/20231202 Mobile Safari/537.36 MMWEBID/2247 MicroMessenger/8.0.47.2560"
)
PLAIN, IN_WECHAT = "data-plain", "data-wechat"


def more(night: Session, link: AccessLink, **extra: str) -> str:
    answer = browser(link).get(reverse("more", args=[night.pk]), **extra)  # type: ignore[arg-type]
    assert answer.status_code == 200
    return answer.content.decode()


def test_on_plain_http_a_line_says_what_https_would_add(night: Session, watch: AccessLink) -> None:
    page = more(night, watch, HTTP_HOST="testserver")
    assert PLAIN in page
    assert "换成 https，还能装到桌面、没网也打得开、记分时不熄屏、一点就分享" in page


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1", "127.0.0.1:8000"])
def test_this_machine_itself_has_all_of_it(night: Session, watch: AccessLink, host: str) -> None:
    assert PLAIN not in more(night, watch, HTTP_HOST=host)


def test_on_https_no_line_says_so(night: Session, watch: AccessLink) -> None:
    assert PLAIN not in browser(watch).get(reverse("more", args=[night.pk]), secure=True).content.decode()


def test_nothing_nags_elsewhere(night: Session, own: AccessLink) -> None:
    for name in ("table", "links", "night", "ledger"):
        page = browser(own).get(reverse(name, args=[night.pk]), HTTP_USER_AGENT=WECHAT).content.decode()
        assert PLAIN not in page
        assert IN_WECHAT not in page


def test_in_wechat_the_address_for_the_phones_own_browser_is_offered(night: Session, watch: AccessLink) -> None:
    page = more(night, watch, HTTP_USER_AGENT=WECHAT)
    assert IN_WECHAT in page
    assert f"http://testserver/k/{link_token(watch)}/" in page


def test_in_any_other_browser_the_secret_of_the_link_is_not_on_the_page(night: Session, watch: AccessLink) -> None:
    page = more(night, watch, HTTP_USER_AGENT=WECHAT.partition(" MMWEBID")[0])
    assert IN_WECHAT not in page
    assert link_token(watch) not in page


def test_who_opens_a_link_in_wechat_is_told_before_the_cookie_lands_there(night: Session, watch: AccessLink) -> None:
    path = reverse("key", args=[link_token(watch)])
    page = browser().get(path, HTTP_USER_AGENT=WECHAT).content.decode()
    assert IN_WECHAT in page
    assert f"http://testserver{path}" in page
    assert IN_WECHAT not in browser().get(path).content.decode()
