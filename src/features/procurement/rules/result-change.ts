import { doc, paragraph, type RichNode, table } from './rich-text.ts'

/**
 * Why candidates fall away, by key; words in braces are the method's. What the law names: 实施条例第五十五条, 第六十条 (an
 * objection that is upheld).
 */
export const CANDIDATE_CAUSES = {
  withdrawn: '{won}候选人放弃{won}资格',
  objection: '异议成立，{won}候选人不符合{won}条件',
  unqualified: '{won}候选人被查实不符合{won}条件',
  illegal: '{won}候选人被查实存在影响{won}结果的违法行为',
  corrected: '公示的方案有误，予以更正',
} as const

/** The causes that leave candidates where they are: what a buyer proposed itself, it may correct. */
export const CORRECTIONS: readonly CandidateCause[] = ['corrected']

/** Why an award falls away. */
export const AWARD_CAUSES = {
  gaveUp: '{winner}放弃{won}',
  noContract: '{winner}无正当理由拒绝订立合同',
  noBond: '{winner}未按要求提交履约保证金',
  forceMajeure: '{winner}因不可抗力不能履行合同',
  falseDocuments: '{winner}被查实弄虚作假或存在其他影响{won}结果的违法行为',
} as const

/** The award fell away with the whole order. */
const ABORTIVE = { abortive: '{order}流标' } as const

export type CandidateCause = keyof typeof CANDIDATE_CAUSES
export type AwardCause = keyof typeof AWARD_CAUSES

/** What a stored cause is called, with words in braces. */
export function causeLabel(cause: string): string {
  const labels: Readonly<Record<string, string>> = { ...CANDIDATE_CAUSES, ...AWARD_CAUSES, ...ABORTIVE }
  return labels[cause] ?? cause
}

/** Who fell away and why, as the notice of the change tells it. */
export interface Fallen {
  names: readonly string[]
  /** The notice that no longer holds. */
  notice: { code: string; publishedAt: string }
  cause: string
}

interface Ranked {
  supplierName: string
  /** Digits with separators. */
  price: string
  score: string | null
}

/**
 * The notice that changes the candidates, with live fields in double braces and words of the method in single ones:
 * `remaining` in order of rank, the first moves up.
 */
export function candidateChangeText({ names, notice, cause }: Fallen, remaining: readonly Ranked[]): RichNode {
  const scored = remaining.some((row) => row.score !== null)
  return doc(
    paragraph(
      `{{标段名称}}（编号：{{标段编号}}）的{won}候选人已于 ${notice.publishedAt} 公示（公告编号：${notice.code}）。因${cause}，${names.join('、')}不再作为{won}候选人，其后的候选人依次递补。现将变更后的{won}候选人公示如下：`,
    ),
    table(
      ['排序', '{contender}', '{offerPrice}（元）', ...(scored ? ['评审得分'] : [])],
      remaining.map((row, i) => [`第 ${i + 1} 名`, row.supplierName, row.price, ...(scored ? [row.score ?? '-'] : [])]),
    ),
    paragraph(
      '公示期至 {{公示截止时间}}（北京时间）。{bidder}或者其他利害关系人有异议的，应当在公示期内在本平台提出。原公示自本公示发布之日起失效。',
    ),
    paragraph('采购人：{{采购人}}'),
  )
}

/**
 * The notice that changes what a buyer proposed: nobody need fall away. The table of the new proposal is a live field that is
 * filled in with its publication.
 */
export function proposalChangeText({ names, notice, cause }: Fallen): RichNode {
  const gone = names.length > 0 ? `${names.join('、')}不再作为{won}候选人，` : ''
  return doc(
    paragraph(
      `{{标段名称}}（编号：{{标段编号}}）的拟{won}情况已于 ${notice.publishedAt} 公示（公告编号：${notice.code}）。因${cause}，${gone}现将变更后的拟{won}情况公示如下：`,
    ),
    paragraph('{{候选人表}}'),
    paragraph(
      '公示期至 {{公示截止时间}}（北京时间）。{bidder}对公示有异议的，应当在公示期内在本平台提出。原公示自本公示发布之日起失效。',
    ),
    paragraph('采购人：{{采购人}}'),
  )
}

/** The notice that changes the winner. */
export function awardChangeText({ names, notice, cause }: Fallen): RichNode {
  return doc(
    paragraph(
      `{{标段名称}}（编号：{{标段编号}}）的{won}结果已于 ${notice.publishedAt} 公告（公告编号：${notice.code}）。因${cause}，${names.join('、')}的{won}资格取消。现将变更后的{won}结果公告如下：`,
    ),
    paragraph('{winner}：{{中标人}}'),
    paragraph('{won}金额：{{中标金额}}（大写：{{中标金额大写}}）'),
    paragraph('原{won}结果公告自本公告发布之日起失效。'),
    paragraph('采购人：{{采购人}}'),
  )
}
