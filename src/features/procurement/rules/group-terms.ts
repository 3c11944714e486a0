import * as z from 'zod'

/** Cases in which two suppliers are enough, as the rules name them; the documents say which one holds. */
export const FEW_GROUNDS = {
  failedTender: {
    label: '公开招标后只有两家供应商符合要求，经批准改用竞争性谈判',
    citation: '《政府采购非招标采购方式管理办法》（财政部令第74号）第二十七条',
  },
  research: {
    label: '市场竞争不充分的科研项目',
    citation: '《政府采购竞争性磋商采购方式管理暂行办法》（财库〔2014〕214号）第三条、第二十一条',
  },
  transfer: {
    label: '需要扶持的科技成果转化项目',
    citation: '《政府采购竞争性磋商采购方式管理暂行办法》（财库〔2014〕214号）第三条、第二十一条',
  },
  publicService: {
    label: '政府购买服务项目（含政府和社会资本合作项目）',
    citation: '《财政部关于政府采购竞争性磋商采购方式管理暂行办法有关问题的补充通知》（财库〔2015〕124号）',
  },
} as const
export type FewGround = keyof typeof FEW_GROUNDS
const FEW_KEYS = Object.keys(FEW_GROUNDS) as [FewGround, ...FewGround[]]

/** How many suppliers remain enough where one of the cases holds. */
const FEW = 2

/** How many solutions a group recommends at least (财政部令第74号第三十三条, 财库〔2014〕214号第二十一条). Not checked. */
const SOLUTIONS = 3

/** What a method's group is called and by what it ranks; talks have the name of the method's `act`. */
export interface GroupTraits {
  readonly name: string
  /** The lowest final price, or a score of which the final price is a part. */
  readonly decides: 'lowest' | 'score'
  readonly fewGrounds: readonly FewGround[]
}

/** What the documents say of the group and its talks. */
export const GroupTerms = z.object({
  /** Members in all. */
  size: z.number().int('小组人数须为整数').min(3, '小组须为 3 人以上').max(15, '小组人数不得多于 15 人').default(3),
  /** Minutes that every supplier is talked to, the same for all. */
  minutes: z
    .number()
    .int('时长须为整数')
    .min(5, '每家时长不得少于 5 分钟')
    .max(480, '每家时长不得多于 480 分钟')
    .default(30),
  /** Demands cannot be described beforehand: suppliers bring the final solution, and the group votes which go on. */
  isOpen: z.boolean().default(false),
  /** The case in which two suppliers are enough; null: none holds. */
  few: z.enum(FEW_KEYS).nullable().default(null),
  /** What proves it: the decision that approved it, or why the case holds. */
  fewReason: z.string().trim().max(500).default(''),
})
export type GroupTerms = z.output<typeof GroupTerms>

/** The terms in the settings of an order, or what holds where it says nothing. */
export function groupTermsOf(settings: unknown): GroupTerms {
  return GroupTerms.parse((settings as { group?: unknown } | null)?.group ?? {})
}

/** How many suppliers an order needs at every stage: as many as its method says, or two in a case that its documents name. */
export function leastSuppliers(
  { minSuppliers, group }: { readonly minSuppliers: number; readonly group?: GroupTraits | undefined },
  settings: unknown,
): number {
  return group && groupTermsOf(settings).few !== null ? FEW : minSuppliers
}

/** The terms in one sentence, for notices. */
export function groupInWords(
  { size, minutes, few, isOpen }: GroupTerms,
  { name, decides }: GroupTraits,
  act: string,
): string {
  return [
    `${name}由 ${size} 人组成`,
    `按抽签确定的次序与各供应商分别${act}，每家不超过 ${minutes} 分钟`,
    `${act}中变动技术、服务要求或者合同草案条款的，同时书面通知全部参加${act}的供应商，并按变动后的要求重新提交响应文件`,
    ...(isOpen
      ? [
          `采购需求不能事先详细列明，由供应商提供最终设计方案或者解决方案，${act}结束后由${name}按少数服从多数的原则投票推荐 ${few === null ? SOLUTIONS : FEW} 家以上方案`,
        ]
      : []),
    `${act}结束后在规定时间内一次密封提交最后报价`,
    decides === 'lowest'
      ? '在满足采购需求的供应商中按最后报价由低到高推荐，报价相同的按抽签次序'
      : '由小组成员按评审标准打分，最低最后报价为价格分基准，按综合得分由高到低推荐；得分相同的按最后报价由低到高，报价也相同的按技术得分',
    ...(few === null
      ? []
      : [`提交响应文件和最后报价的供应商可以为 ${FEW} 家：${FEW_GROUNDS[few].label}（${FEW_GROUNDS[few].citation}）`]),
  ].join('；')
}

/** What is wrong with the terms, by field. */
export function groupProblems(
  { size, few, fewReason }: GroupTerms,
  { fewGrounds, name }: GroupTraits,
): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = []
  if (size % 2 === 0) problems.push({ path: 'size', message: `${name}人数须为单数` })
  if (few !== null && !fewGrounds.includes(few)) problems.push({ path: 'few', message: '所选情形不适用于该采购方式' })
  if (few !== null && fewReason.length < 2)
    problems.push({ path: 'fewReason', message: '请填写批准文号或者符合该情形的说明' })
  return problems
}
