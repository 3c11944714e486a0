/** How a bond stands, from what is demanded to what became of it. */
export const BOND_STATES = {
  unpaid: { label: '未登记', tone: 'neutral' },
  pending: { label: '待生效', tone: 'warning' },
  paid: { label: '已生效', tone: 'active' },
  due: { label: '应退还', tone: 'warning' },
  returning: { label: '退还中', tone: 'active' },
  refunded: { label: '已退还', tone: 'success' },
  turned: { label: '转履约保证金', tone: 'active' },
  kept: { label: '不予退还', tone: 'danger' },
} as const
export type BondState = keyof typeof BOND_STATES
export const STATES = Object.keys(BOND_STATES) as [BondState, ...BondState[]]

/** A bond in the register, as far as its state follows from it. Days are Beijing days. */
export interface Registered {
  refundedOn: string | null
  keptReason: string
  turnedOn: string | null
}

/** The first that applies; `isReturning`: money is on its way. `dueOn`: null while it need not go back yet. */
export function stateOf(
  bond: Registered | undefined,
  { dueOn, isReturning }: { dueOn: string | null; isReturning: boolean },
): BondState {
  if (!bond) return 'unpaid'
  if (bond.refundedOn) return 'refunded'
  if (bond.keptReason) return 'kept'
  if (isReturning) return 'returning'
  if (bond.turnedOn) return 'turned'
  return dueOn === null ? 'paid' : 'due'
}

/** Steps of the rail a bidder sees. */
const RAIL = ['选择方式', '到位', '已生效', '应退还', '已退还']

const RAIL_AT: Record<BondState, number> = {
  unpaid: 0,
  pending: 1,
  paid: 2,
  turned: 2,
  due: 3,
  returning: 3,
  refunded: 5,
  kept: 5,
}

/** The rail of a bond: the step that it stands at is marked. One that is kept ends with that word. */
export function railOf(state: BondState): { label: string; state: 'done' | 'now' | 'next' }[] {
  const at = RAIL_AT[state]
  const steps = state === 'kept' ? [...RAIL.slice(0, -1), BOND_STATES.kept.label] : RAIL
  return steps.map((label, i) => ({ label, state: i < at ? 'done' : i === at ? 'now' : 'next' }))
}

/** Lawful grounds on which a bond is kept, with what says so; which of them the documents repeat is theirs. */
export const KEEP_GROUNDS = {
  withdrawn: '投标截止后撤销投标文件（招标投标法实施条例第三十五条）',
  unsigned: '中标人无正当理由不订立合同（招标投标法实施条例第七十四条）',
  performance: '中标人不按招标文件提交履约保证金（招标投标法实施条例第七十四条）',
  terms: '中标人在签订合同时提出附加条件（招标投标法实施条例第七十四条）',
  fraud: '弄虚作假或者串通投标，招标文件规定不予退还',
} as const
export type KeepGround = keyof typeof KEEP_GROUNDS
