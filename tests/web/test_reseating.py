"""对调: what follows from who was entered for whom."""

import pytest

from rounds.book.reseating import closed

HERE = {"张三", "李四", "王五", "赵六"}


@pytest.mark.parametrize(
    ("told", "follows"),
    [
        ({"张三": "赵六"}, {"张三": "赵六", "赵六": "张三"}),
        ({"张三": "李四", "李四": "王五"}, {"张三": "李四", "李四": "王五", "王五": "张三"}),
        ({"张三": "Alice"}, {"张三": "Alice"}),
        ({"张三": "赵六", "赵六": "张三"}, {"张三": "赵六", "赵六": "张三"}),
        ({"张三": "赵六", "赵六": "Alice"}, {"张三": "赵六", "赵六": "Alice"}),
        ({"张三": "张三"}, {}),
        ({"张三": "赵六", "李四": "王五"}, {"张三": "赵六", "赵六": "张三", "李四": "王五", "王五": "李四"}),
    ],
)
def test_who_was_present_and_of_whom_nothing_is_said_changes_places(
    told: dict[str, str], follows: dict[str, str]
) -> None:
    assert closed(told, HERE) == follows
