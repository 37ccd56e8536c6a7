"""The words that names of new characters are made of."""

from __future__ import annotations

from typing import NamedTuple

Words = tuple[str, ...]


class Stock(NamedTuple):
    """The words for characters of one class; in threes for the weak, the middling and the strong."""

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

STOCKS = {
    "minion": Stock(
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
    "soldier": Stock(
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
    "assassin": Stock(
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


def stock_for(class_name: str) -> Stock:
    """The words for a class; for one that none are written for, its own name and what suits all."""
    known = STOCKS.get(class_name)
    if known is not None:
        return known
    role = (class_name.title(),)
    soldier, minion = STOCKS["soldier"], STOCKS["minion"]
    return minion._replace(
        roles=(role, role, role),
        titles=(*soldier.titles[:2], *minion.titles[:2]),
        fronts=minion.fronts + soldier.fronts,
    )
