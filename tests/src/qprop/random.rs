//! Random specs of quantified propositional logic.

/// A generator of numbers, so that a text follows from a seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        // The multiplier is Knuth's.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// One of these.
    pub fn choose<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.roll(among.len() as u64) as usize]
    }
}

/// A spec with five atoms and three applications of functions, and random constraints.
pub fn spec(dice: &mut Dice) -> String {
    let mut text = world(dice);
    for _ in 0..=dice.roll(3) {
        let formula = formula(dice, 3, &mut Vec::new());
        text.push_str(&format!("rule: {formula}\n"));
    }
    text
}

/// The declarations of such a spec, and random facts.
pub fn world(dice: &mut Dice) -> String {
    let mut text = String::from(
        "sort s = 1..2  sort c = {a, b}  sort w = s + 3..4
         var x, y, z: s  var u, v: c
         pred p(s)  pred q(s, c) | known(s', u')  pred r
         given g(s, c)  given h(s)
         func f(s): c  func k: s
         define d(x, u) iff g(x, u) or exists y . y =/= x and d(y, u) and h(y)\n",
    )
    .replace(
        "pred q(s, c) | known(s', u')",
        "pred q(x1: s, u1: c) | g(x1, u1) or x1 = 1",
    );
    for fact in ["g(1, a)", "g(1, b)", "g(2, a)", "g(2, b)", "h(1)", "h(2)"] {
        if dice.roll(2) == 0 {
            text.push_str(fact);
            text.push('\n');
        }
    }
    text
}

/// The variables that are bound, each with whether it is of the integer sort.
pub type Bound = Vec<(String, bool)>;

/// A formula of this depth over bound variables.
pub fn formula(dice: &mut Dice, depth: u32, bound: &mut Bound) -> String {
    if depth == 0 {
        return atom(dice, bound);
    }
    let next = depth - 1;
    match dice.roll(12) {
        0 => format!("not ({})", formula(dice, next, bound)),
        1..=4 => {
            let connective = dice.choose(&["and", "or", "implies", "iff", "xor"]);
            let a = formula(dice, next, bound);
            let b = formula(dice, next, bound);
            format!("(({a}) {connective} ({b}))")
        }
        5..=9 => quantified(dice, next, bound),
        _ => atom(dice, bound),
    }
}

fn quantified(dice: &mut Dice, depth: u32, bound: &mut Bound) -> String {
    let quantifier = dice.choose(&[
        "forall",
        "forall",
        "exists",
        "exists",
        "exists!",
        "exactly 1",
        "atleast 2",
        "atmost 1",
        "exactly 2",
        "atleast 1",
        "atmost 2",
        "exactly k1",
    ]);
    let quantifier = quantifier.replace("k1", "(1 + 1)");
    let mark = bound.len();
    let mut names = Vec::new();
    for _ in 0..=dice.roll(2) {
        let is_integer = dice.roll(2) == 0;
        let stem = if is_integer { "x" } else { "u" };
        let name = format!("{stem}{}", bound.len() + 1);
        bound.push((name.clone(), is_integer));
        names.push(name);
    }
    let guard = if dice.roll(2) == 0 {
        format!(" | {}", formula(dice, depth.min(1), bound))
    } else {
        String::new()
    };
    let body = formula(dice, depth, bound);
    bound.truncate(mark);
    format!("({quantifier} {}{guard} . {body})", names.join(", "))
}

fn atom(dice: &mut Dice, bound: &Bound) -> String {
    match dice.roll(16) {
        0..=2 => format!("p({})", integer(dice, bound)),
        3..=4 => format!("q({}, {})", integer(dice, bound), name(dice, bound)),
        5 => "r".to_owned(),
        6..=7 => format!("g({}, {})", integer(dice, bound), name(dice, bound)),
        8 => format!("d({}, {})", integer(dice, bound), name(dice, bound)),
        9..=10 => {
            let comparison = dice.choose(&["=", "=/="]);
            format!(
                "f({}) {comparison} {}",
                integer(dice, bound),
                name(dice, bound)
            )
        }
        11 => {
            let comparison = dice.choose(&["=", "=/="]);
            let a = integer(dice, bound);
            format!("f({a}) {comparison} f({})", integer(dice, bound))
        }
        12..=13 => {
            let comparison = dice.choose(&["=", "=/=", "<", "<=", ">", ">="]);
            let a = term(dice, bound);
            format!("{a} {comparison} {}", term(dice, bound))
        }
        14 => format!("{} in 1..{}", term(dice, bound), integer(dice, bound)),
        _ => dice
            .choose(&["true", "false", "k in {1}", "h(k)"])
            .to_owned(),
    }
}

/// A term of the integer sort, as it may stand in arguments.
fn integer(dice: &mut Dice, bound: &Bound) -> String {
    let variables: Vec<&String> = bound
        .iter()
        .filter(|(_, is_integer)| *is_integer)
        .map(|(name, _)| name)
        .collect();
    match dice.roll(8) {
        0 => "1".to_owned(),
        1 => "2".to_owned(),
        2 => "k".to_owned(),
        3 if !variables.is_empty() => {
            let place = dice.roll(variables.len() as u64) as usize;
            format!("{} + 1", variables[place])
        }
        _ if !variables.is_empty() => {
            let place = dice.roll(variables.len() as u64) as usize;
            variables[place].clone()
        }
        _ => "1".to_owned(),
    }
}

fn name(dice: &mut Dice, bound: &Bound) -> String {
    let variables: Vec<&String> = bound
        .iter()
        .filter(|(_, is_integer)| !*is_integer)
        .map(|(name, _)| name)
        .collect();
    match dice.roll(6) {
        0 => "a".to_owned(),
        1 => "b".to_owned(),
        2 => format!("f({})", integer(dice, bound)),
        _ if !variables.is_empty() => {
            let place = dice.roll(variables.len() as u64) as usize;
            variables[place].clone()
        }
        _ => "a".to_owned(),
    }
}

/// A term that is computed.
fn term(dice: &mut Dice, bound: &Bound) -> String {
    match dice.roll(10) {
        0 => format!("count(x9 | p(x9) or {})", atom_over("x9", dice)),
        1 => "count(x9, u9 . q(x9, u9))".to_owned(),
        2 => format!("sum(x9 | {} . x9 * 2)", atom_over("x9", dice)),
        3 => format!("sum(x9 | {} . k + x9)", atom_over("x9", dice)),
        4 => format!("abs({} - 2)", integer(dice, bound)),
        5 => format!("{} * {}", integer(dice, bound), integer(dice, bound)),
        6 => format!("({} + 1) mod 2", integer(dice, bound)),
        7 => format!("min({}, k)", integer(dice, bound)),
        _ => integer(dice, bound),
    }
}

fn atom_over(variable: &str, dice: &mut Dice) -> String {
    let text = dice.choose(&["p(V)", "h(V)", "V = 1", "V =/= k", "g(V, a)", "q(V, f(V))"]);
    text.replace('V', variable)
}
