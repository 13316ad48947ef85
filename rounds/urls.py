"""The addresses of every page. What each asks for stands in the matrix of tests/web/test_access.py."""

from django.urls import URLPattern, path

from rounds.views import corrections, home, keys, ledger, links, more, new, night, played, table, what_if

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("new/", new.new, name="new"),
    path("k/<str:token>/", keys.enter, name="key"),
    path("n/<uuid:session>/", table.table, name="table"),
    path("n/<uuid:session>/record/", table.record, name="record"),
    path("n/<uuid:session>/undo/", table.undo, name="undo"),
    path("n/<uuid:session>/next/", table.next_round, name="next_round"),
    path("n/<uuid:session>/sheet/<str:seat>/", table.sheet, name="sheet"),
    path("n/<uuid:session>/wall/", table.wall, name="wall"),
    path("n/<uuid:session>/rounds/<int:number>/", played.played, name="round"),
    path("n/<uuid:session>/rounds/<int:number>/events/<int:index>/", corrections.why, name="why"),
    path("n/<uuid:session>/rounds/<int:number>/events/<int:index>/correct/", corrections.correct, name="correct"),
    path("n/<uuid:session>/rounds/<int:number>/events/<int:index>/insert/", corrections.insert, name="insert"),
    path("n/<uuid:session>/rounds/<int:number>/events/<int:index>/void/", corrections.void, name="void"),
    path("n/<uuid:session>/night/", night.night, name="night"),
    path("n/<uuid:session>/end/", night.end, name="end"),
    path("n/<uuid:session>/reopen/", night.reopen, name="reopen"),
    path("n/<uuid:session>/ledger/", ledger.ledger, name="ledger"),
    path("n/<uuid:session>/ledger.csv", ledger.ledger_csv, name="ledger_csv"),
    path("n/<uuid:session>/rounds.csv", ledger.rounds_csv, name="rounds_csv"),
    path("n/<uuid:session>/what-if/", what_if.what_if, name="what_if"),
    path("n/<uuid:session>/links/", links.links, name="links"),
    path("n/<uuid:session>/more/", more.more, name="more"),
]
