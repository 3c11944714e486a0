import type { BondForm } from '#features/procurement/rules/bond-terms.ts'

/** What a bond can be given as through the platform, and what a bidder should know before choosing. */
export interface Kind {
  label: string
  /** As the documents of an order, and records of the procedure, call it; null: nothing is given, others decide. */
  form: BondForm | null
  cost: string
  time: string
  back: string
}

export const KINDS = {
  cash: {
    label: '现金转账',
    form: 'transfer',
    cost: '无手续费，占用资金',
    time: '到账即生效，跨行转账请预留时间',
    back: '原路退回，按活期利率计息',
  },
  bank: {
    label: '银行保函',
    form: 'guarantee',
    cost: '按担保金额计费，不占用资金',
    time: '付费后自动出具并验真，约数分钟',
    back: '到期或释放后失效，费用不退',
  },
  surety: {
    label: '担保公司保函',
    form: 'guarantee',
    cost: '按担保金额计费，不占用资金',
    time: '付费后自动出具并验真，约数分钟',
    back: '到期或释放后失效，费用不退',
  },
  insurance: {
    label: '保证保险',
    form: 'guarantee',
    cost: '按保险金额计费，不占用资金',
    time: '付费后自动出具并验真，约数分钟',
    back: '到期或释放后失效，费用不退',
  },
  quota: {
    label: '会员保证金额度',
    form: 'guarantee',
    cost: '会员权益，不另收费',
    time: '立即生效',
    back: '退还后额度恢复',
  },
  exemption: {
    label: '申请免缴',
    form: null,
    cost: '无',
    time: '开标后由评标委员会或经办人认定',
    back: '无须退还',
  },
} as const satisfies Record<string, Kind>
export type BondKind = keyof typeof KINDS
export const BOND_KINDS = Object.keys(KINDS) as [BondKind, ...BondKind[]]

/** Issued by somebody else against a fee. */
export const LETTERS = ['bank', 'surety', 'insurance'] as const satisfies readonly BondKind[]
export type LetterKind = (typeof LETTERS)[number]

export function isLetter(kind: string): kind is LetterKind {
  return (LETTERS as readonly string[]).includes(kind)
}

/** What a bond in the register is called: `offline` is recorded by hand. */
export function kindLabel(kind: string): string {
  return kind === 'offline' ? '线下登记' : (KINDS[kind as BondKind]?.label ?? kind)
}
