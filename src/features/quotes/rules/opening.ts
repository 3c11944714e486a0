/** What the published documents say about rounds. */
export interface RoundTerms {
  /** Most rounds that they announce, and what they call them. */
  announced: { rounds: number; name: string }
  /** The method takes one quote that cannot be altered. */
  isSingle: boolean
}

export interface RoundsSoFar {
  rounds: number
  /** One is prepared or under way. */
  isOpen: boolean
  hadFinal: boolean
}

interface Refusal {
  /** The rule that blocks; null where the state of the rounds does. */
  rule: 'single-quote' | 'announced-rounds' | null
  reason: string
}

interface OpeningRule {
  rule: Refusal['rule']
  refuses: (soFar: RoundsSoFar, terms: RoundTerms) => boolean
  reason: (terms: RoundTerms) => string
}

const RULES: readonly OpeningRule[] = [
  { rule: null, refuses: ({ isOpen }) => isOpen, reason: () => '上一轮报价尚未结束' },
  {
    rule: 'single-quote',
    refuses: ({ rounds }, { isSingle }) => isSingle && rounds > 0,
    reason: () => '供应商须一次报出不得更改的价格，不能再次报价（《政府采购法》第四十条）',
  },
  { rule: null, refuses: ({ hadFinal }) => hadFinal, reason: () => '最终报价已结束，不能再次报价' },
  {
    rule: 'announced-rounds',
    refuses: ({ rounds }, { announced }) => rounds >= announced.rounds,
    reason: ({ announced }) => `采购文件约定最多 ${announced.rounds} 轮${announced.name}`,
  },
]

/** Why no further round can be opened now; undefined when one can. */
export function openingRefusal(soFar: RoundsSoFar, terms: RoundTerms): Refusal | undefined {
  const found = RULES.find(({ refuses }) => refuses(soFar, terms))
  return found && { rule: found.rule, reason: found.reason(terms) }
}
