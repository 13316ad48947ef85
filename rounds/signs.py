"""记号 jì hao: a colour or an animal by which somebody is told at a glance where names are picked."""

from rounds.rules.terms import Named


class Sign(Named):
    """What somebody can have as a sign: an animal is shown by its 汉字, a colour is drawn."""

    RED = "red", "红", "紅", "hóng", "red"
    ORANGE = "orange", "橙", "橙", "chéng", "orange"
    YELLOW = "yellow", "黄", "黃", "huáng", "yellow"
    GREEN = "green", "绿", "綠", "lǜ", "green"
    BLUE = "blue", "蓝", "藍", "lán", "blue"
    PURPLE = "purple", "紫", "紫", "zǐ", "purple"
    BLACK = "black", "黑", "黑", "hēi", "black"
    WHITE = "white", "白", "白", "bái", "white"
    RAT = "rat", "鼠", "鼠", "shǔ", "rat"
    OX = "ox", "牛", "牛", "niú", "ox"
    TIGER = "tiger", "虎", "虎", "hǔ", "tiger"
    RABBIT = "rabbit", "兔", "兔", "tù", "rabbit"
    DRAGON = "dragon", "龙", "龍", "lóng", "dragon"
    SNAKE = "snake", "蛇", "蛇", "shé", "snake"
    HORSE = "horse", "马", "馬", "mǎ", "horse"
    GOAT = "goat", "羊", "羊", "yáng", "goat"
    MONKEY = "monkey", "猴", "猴", "hóu", "monkey"
    ROOSTER = "rooster", "鸡", "雞", "jī", "rooster"
    DOG = "dog", "狗", "狗", "gǒu", "dog"
    PIG = "pig", "猪", "豬", "zhū", "pig"
    CAT = "cat", "猫", "貓", "māo", "cat"
    BEAR = "bear", "熊", "熊", "xióng", "bear"
    FISH = "fish", "鱼", "魚", "yú", "fish"


COLOURS = (
    *(Sign.RED, Sign.ORANGE, Sign.YELLOW, Sign.GREEN),
    *(Sign.BLUE, Sign.PURPLE, Sign.BLACK, Sign.WHITE),
)
