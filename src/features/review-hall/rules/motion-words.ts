/** What members say when they vote, and what is decided. */
export interface MotionWords {
  agree: string
  refuse: string
  carried: string
  refused: string
  /** What the reason for agreeing is called; '' where one agrees without. */
  agreeReason: string
  refuseReason: string
}

const PLAIN: MotionWords = {
  agree: '同意',
  refuse: '不同意',
  carried: '通过',
  refused: '未通过',
  agreeReason: '',
  refuseReason: '不同意的理由',
}

/** On the explanation of a low price: both answers are given with reasons. */
const EXPLANATION: MotionWords = {
  agree: '否决投标',
  refuse: '接受说明',
  carried: '否决投标',
  refused: '接受说明',
  agreeReason: '说明不能证明报价合理的理由',
  refuseReason: '接受说明的理由',
}

interface Voted {
  kind: string
  supplierName: string | null
  /** The explanation that is voted on. */
  askId: string | null
}

export function motionWords({ askId }: Pick<Voted, 'askId'>): MotionWords {
  return askId === null ? PLAIN : EXPLANATION
}

/** What is voted on, as a question of one line. */
export function motionTitle({ kind, supplierName, askId }: Voted): string {
  if (kind === 'go-on') return '有效投标不足三个，是否继续评审'
  return askId === null ? `否决${supplierName ?? ''}的投标` : `是否接受${supplierName ?? ''}对报价的说明`
}
