"""Names for new characters, by a small grammar: fitting for class and power, and no two the same."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from string import Formatter
from typing import NamedTuple, TypeVar

from generator.deck.building.request import Kind, same_name
from generator.deck.limits import DeckFormat

T = TypeVar("T")


class SeededRandom:
    """Random choices from one seed.

    Python promises only of ``random()`` that it stays as it is, so everything else is made of it.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * self._random()

    def below(self, end: int) -> int:
        """A whole number from 0 to ``end`` - 1."""
        return int(self._random() * end)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


_FRESH_WORD_TRIES = 20
"""How often a name is drawn again because a word of it is already used in the deck."""
_FRESH_NAME_TRIES = 200
"""How often because the name itself is; after that a number tells the two apart."""


def deck_name(rng: SeededRandom) -> str:
    """A name for a deck."""
    place = rng.choice(PLACES).removeprefix("the ")
    return f"The {place} {rng.choice(COMPANIES)}"


class CharacterNames:
    """The names of one deck."""

    def __init__(self, limits: DeckFormat, rng: SeededRandom, taken: Iterable[str] = ()) -> None:
        self._limits = limits
        self._rng = rng
        self._taken = {same_name(name) for name in taken}
        self._used: set[str] = set()

    def new(self, kind: Kind) -> str:
        """A name that no character of the deck has yet."""
        vocabulary, rank = vocabulary_for(kind.class_name), self._rank(kind.power)
        for tried in range(_FRESH_NAME_TRIES):
            name, words = self._draw(vocabulary, rank)
            is_fresh = tried >= _FRESH_WORD_TRIES or self._used.isdisjoint(words)
            if is_fresh and same_name(name) not in self._taken:
                break
        else:
            name = self._numbered(name)
        self._taken.add(same_name(name))
        self._used.update(words)
        return name

    def _rank(self, power: int) -> int:
        """0 for the weak, 1 for the middling, 2 for the strong: a third of the powers each."""
        span = self._limits.max_power - self._limits.min_power + 1
        return 3 * (power - self._limits.min_power) // span

    def _draw(self, vocabulary: Vocabulary, rank: int) -> tuple[str, list[str]]:
        """A name, and the words that it is made of."""
        pattern = self._rng.choice(PATTERNS[rank])
        slots = [slot for _, slot, _, _ in Formatter().parse(pattern) if slot]
        words = {slot: self._word(slot, vocabulary, rank) for slot in slots}
        return pattern.format(**words), list(words.values())

    def _word(self, slot: str, vocabulary: Vocabulary, rank: int) -> str:
        if slot == "surname":
            return self._rng.choice(vocabulary.fronts) + self._rng.choice(vocabulary.backs)
        words = {
            "role": vocabulary.roles[rank],
            "trait": vocabulary.traits[rank],
            "tail": vocabulary.tails,
            "title": vocabulary.titles,
            "honour": vocabulary.honours,
            "given": GIVEN,
            "place": PLACES,
        }
        return self._rng.choice(words[slot])

    def _numbered(self, name: str) -> str:
        number = 2
        while same_name(f"{name} {number}") in self._taken:
            number += 1
        return f"{name} {number}"


# The words that names are made of


Words = tuple[str, ...]


class Vocabulary(NamedTuple):
    """The words for characters of one class; roles and traits for the weak, the middling and the strong."""

    roles: tuple[Words, Words, Words]
    traits: tuple[Words, Words, Words]
    """Go before a role, or behind a name: the …"""
    tails: Words
    """Go behind a role."""
    titles: Words
    """Go before the given name of somebody strong …"""
    honours: Words
    """… and before the surname alone."""
    fronts: Words
    backs: Words
    """Make a surname."""


def _words(text: str) -> Words:
    return tuple(" ".join(word.split()) for word in text.split(","))


PATTERNS: tuple[Words, Words, Words] = (
    (
        "{trait} {role}",
        "{trait} {role}",
        "{role} {tail}",
        "{role} {tail}",
        "{role} {given}",
        "{given} {surname}",
        "{given} {surname}",
        "{given} the {trait}",
    ),
    (
        "{trait} {role}",
        "{role} of {place}",
        "{role} of {place}",
        "{role} {tail}",
        "{role} {surname}",
        "{given} {surname}",
        "{given} {surname}",
        "{given} the {trait}",
    ),
    (
        "The {trait} {role}",
        "{role} of {place}",
        "{role} of {place}",
        "{honour} {surname}",
        "{title} {given} {surname}",
        "{title} {given} {surname}",
        "{given} the {trait}",
        "{given} {surname}, {role}",
    ),
)
"""For the weak, the middling and the strong."""

GIVEN = _words("""
    Ada, Alder, Anselm, Beatrix, Bertram, Blanche, Cosmo, Clementine, Crispin, Dagny, Dorothea, Dunstan,
    Edith, Edmund, Esme, Fenella, Ferdinand, Florian, Gerda, Godwin, Greta, Hester, Horatio, Hugo, Ida,
    Ignatius, Isolde, Jasper, Juno, Kaspar, Lavinia, Leopold, Linus, Mabel, Magnus, Matilda, Minna,
    Nell, Norbert, Odette, Oswin, Otto, Pascoe, Perpetua, Philippa, Quentin, Ramona, Rosalind, Rufus,
    Sibyl, Silas, Tabitha, Theo, Thora, Ulric, Ursula, Viola, Walburga, Wilfred, Winifred
""")

PLACES = _words("""
    the East Gate, Candle Street, the Lower Bridge, the Goose Market, the Ninth Stair, Mudwater, the
    Salt Road, Three Chimneys, the Old Cistern, Thistle Hill, the Fish Steps, the Back Court, the Long
    Wall, the Drowned Mill, Pepper Lane, the Crooked Tower, the Winter Yard, Far Hobbleton, the Quiet
    Quarter, the Rope Walk, Upper Nowhere, the Copper Dome, the Last Orchard, the Harbour Chain
""")

COMPANIES = _words("""
    Company, Irregulars, Regulars, Players, Guild, Household, Band, Volunteers, Nine, Pensioners, Choir, Crew
""")

VOCABULARIES = {
    "minion": Vocabulary(
        roles=(
            _words("""
                Potboy, Scullion, Gooseherd, Ditcher, Lamp Carrier, Turnip Picker, Bucket Bearer, Stable
                Hand, Broom Pusher, Candle Snuffer, Crumb Sweeper, Rag Sorter, Kindling Splitter, Egg
                Counter, Sack Mender, Boot Warmer, Moss Scraper, Door Holder
            """),
            _words("""
                Cook, Ferry Keeper, Miller, Bell Ringer, Bridge Warden, Cooper, Housekeeper, Beekeeper,
                Well Keeper, Head Porter, Brewer, Gravedigger, Toll Clerk, Night Nurse, Ratcatcher,
                Cheesewright, Ox Driver, Stonemason
            """),
            _words("""
                Castellan, Steward, Chamberlain, Gatehouse Giant, Stone Golem, Hearth Witch,
                Guildmaster, Almoner, Mayor, Abbess, Cellarmaster, Bridge Builder, Granite Ox,
                Innkeeper, Rainmaker, Saint
            """),
        ),
        traits=(
            _words("""
                Cheerful, Sleepy, Punctual, Muddy, Hungry, Left-Handed, Grumbling, Barefoot, Apologetic,
                Whistling, Sneezing, Borrowed, Damp, Hopeful, Freckled, Temporary, Ticklish, Mumbling
            """),
            _words("""
                Patient, Stubborn, Overworked, Underpaid, Unhurried, Weatherproof, Thrifty, Sturdy,
                Sleepless, Practical, Well-Fed, Suspicious, Tireless, Sensible, Two-Fisted, Unsurprised
            """),
            _words("""
                Immovable, Unflappable, Venerable, Bottomless, Everlasting, Mountainous, Indispensable,
                Uncomplaining, Twice-Buried, Thunderous, Hospitable, Unhurried, Oldest, Unbudgeable
            """),
        ),
        tails=_words("""
            on Loan, on Trial, with a Cold, in Borrowed Boots, from Next Door, by Mistake, with a Ladle,
            behind on Rent, on Double Shift, by Candlelight, after Hours, with Opinions, in the Way,
            under the Stairs, of Few Words, with Soup, for a Penny, off Duty
        """),
        titles=_words("Old, Burgomaster, Provost, Elder, Bailiff, Warden, Honest, Steward"),
        honours=_words("Mother, Father, Granny, Grandfather, Aunt, Uncle, Cousin, Dame"),
        fronts=_words("""
            Button, Crumb, Ladle, Pickle, Mutter, Bramble, Puddle, Turnip, Thimble, Apron, Barrow,
            Kettle, Nettle, Parsnip, Cobble, Dumpling, Gutter, Hobble, Barley, Bustle, Clog, Fuddle
        """),
        backs=_words("""
            wick, foot, bottom, by, worth, stack, shanks, kin, down, ham, well, thwaite, more, croft,
            tap, low, ton, ditch, pot, sworth
        """),
    ),
    "soldier": Vocabulary(
        roles=(
            _words("""
                Drummer, Recruit, Ladder Holder, Spear Carrier, Picket, Slinger, Camp Runner, Shield
                Polisher, Trench Digger, Cadet, Bugler, Militia Baker, Arrow Fletcher, Watchman,
                Pikeman, Conscript, Tent Folder, Flag Waver
            """),
            _words("""
                Sergeant, Crossbowman, Halberdier, Lancer, Gate Guard, Quartermaster, Axe Veteran,
                Rampart Cook, Standard Bearer, Mercenary, Outrider, Sapper, Corporal, Siege Carpenter,
                Bridge Trooper, Wall Walker, Grenadier, Mule Captain
            """),
            _words("""
                Captain, Marshal, Champion, Siege Tower, War Elephant, Battering Ram, Knight Commander,
                General, Iron Duchess, Gatebreaker, Bombardier, Warlord, Dragon Rider, Bastion, Lord
                Protector, Field Marshal
            """),
        ),
        traits=(
            _words("""
                Nervous, Eager, Bashful, Blistered, Shouting, Out-of-Step, Brave Enough, Homesick,
                Polished, Overdressed, Lost, Keen, Rained-On, Second-Best, Volunteer, Clanking,
                Half-Armed, Seasick
            """),
            _words("""
                Dented, Seasoned, Unshaven, Steady, Reluctant, Twice-Promoted, Scarred, Loud, Marching,
                Medalled, Short-Tempered, Reliable, Retired, Armoured, One-Eyed, Unpaid
            """),
            _words("""
                Undefeated, Invincible, Iron-Clad, Thundering, Towering, Much-Sung, Merciless,
                Gate-Shaking, Lionhearted, Unstoppable, Terrible, Crimson, Hundred-Scarred, Grand
            """),
        ),
        tails=_words("""
            on Parade, on Half Pay, with a Limp, in the Rain, from the Left, with a Trumpet, at Ease, on
            a Mule, without Orders, in Reserve, of the Third Rank, back from Leave, up a Ladder, of the
            Wrong Regiment, with a Medal, in Squeaky Boots, first in Line, on Sentry
        """),
        titles=_words("Captain, Marshal, General, Colonel, Brigadier, Major, Commander, Constable"),
        honours=_words("Sir, Lady, Dame, Baron, Duchess, Count, Margravine, Old General"),
        fronts=_words("""
            Iron, Copper, Shield, March, Drum, Banner, Gate, Rampart, Stout, Grim, Hammer, Oak, Plume,
            Spur, Helm, Pike, Bugle, Brass, Flint, Steel, Trample, Bolder
        """),
        backs=_words("""
            wall, stead, guard, hand, ridge, son, field, brook, ford, ward, stone, jaw, brow, holt,
            shaw, wright, bottom, ham, mont, worth
        """),
    ),
    "assassin": Vocabulary(
        roles=(
            _words("""
                Cutpurse, Lookout, Tiptoer, Pickpocket, Eavesdropper, Window Climber, Alley Cat, Rope
                Handler, Poison Taster, Apprentice Shadow, Doorstep Spy, Whisperer, Keyhole Reader, Lock
                Tickler, Card Marker, Blowpipe Student, Loiterer, False Beggar
            """),
            _words("""
                Knife Thrower, Burglar, Poisoner, Roof Runner, Informer, Masked Dancer, Smuggler, Cat
                Burglar, Lockpick, Forger, Duellist, Understudy, Needle Nurse, Perfumer, Snake Charmer,
                Night Barber, Counterfeit Monk, Swindler
            """),
            _words("""
                Shadow, Spymaster, Nightblade, Phantom, Executor, Silent Partner, Viper, Puppeteer,
                Black Swan, Masked Count, Last Guest, Nightingale, Court Poisoner, Faceless Cousin,
                Undertaker
            """),
        ),
        traits=(
            _words("""
                Nimble, Sly, Shifty, Barefoot, Innocent, Light-Fingered, Unnoticed, Giggling,
                Left-Handed, Moonlit, Curious, Small, Nearly Silent, Slippery, Unlicensed, Overcurious,
                Masked, Yawning
            """),
            _words("""
                Velvet, Discreet, Patient, Perfumed, Elegant, Double-Dealing, Smiling, Unseen,
                Well-Read, Nocturnal, Gloved, Unforgiving, Ambidextrous, Charming, Veiled, Soft-Spoken
            """),
            _words("""
                Nameless, Inevitable, Silent, Exquisite, Unavoidable, Pale, Thrice-Widowed, Invisible,
                Infamous, Midnight, Immaculate, Unremembered, Final, Courteous
            """),
        ),
        tails=_words("""
            at Midnight, in the Curtains, on Commission, behind You, by Appointment, in Slippers, with
            an Alibi, in Disguise, under the Table, on the Balcony, with Fresh Flowers, of No Address,
            in the Chimney, among Friends, with a Thimble, through the Pantry, on Tiptoe, in the
            Wardrobe
        """),
        titles=_words("Doctor, Professor, Ambassador, Notary, Maestro, Agent, Chancellor, Librarian"),
        honours=_words("Countess, Madame, Don, Baroness, Brother, Sister, Signora, Widow"),
        fronts=_words("""
            Hush, Velvet, Moth, Dusk, Needle, Whisper, Silk, Night, Raven, Canvas, Smoke, Veil, Ash, Mist,
            Thorn, Sable, Glove, Nettle, Quill, Wither, Murmur, Moon
        """),
        backs=_words("""
            ley, ward, more, mere, step, wood, fall, vane, lock, shade, dale, croft, wing, mark, borne,
            lace, glass, combe, wold, by
        """),
    ),
}
"""By class."""


def vocabulary_for(class_name: str) -> Vocabulary:
    """The words for a class; a class without words of its own gets its name as role, and what suits all."""
    class_name = class_name or "stranger"
    known = VOCABULARIES.get(class_name)
    if known is not None:
        return known
    role = (class_name.title(),)
    soldier, minion = VOCABULARIES["soldier"], VOCABULARIES["minion"]
    return minion._replace(
        roles=(role, role, role),
        titles=(*soldier.titles[:2], *minion.titles[:2]),
        fronts=minion.fronts + soldier.fronts,
    )
