/** What is known of a committee in the making. */
export interface FormingFacts {
  /** Members other than the purchaser's representative must be drawn (实施条例第四十六条). */
  mustDraw: boolean
  /** Why the experts of a special project are named by hand; null: they are not. */
  direct: string | null
  extraction: {
    status: 'draft' | 'extracting' | 'ended' | 'failed'
    wanted: number
    called: number
    accepted: number
    waiting: number
    declined: number
    isRevealed: boolean
  } | null
  /** Names and bidders are known: the opening has taken place. */
  isOpened: boolean
  isStarted: boolean
  members: number
  planned: number
  declared: number
  /** Rules that stand against the start, in words. */
  problems: readonly string[]
  /** Members who have to avoid, in words; '' for none. */
  avoidance: string
}

export interface FormingStep {
  key: 'draw' | 'call' | 'reply' | 'replace' | 'seat' | 'avoidance' | 'start'
  label: string
  state: 'done' | 'now' | 'next'
  /** What it has come to, or what is next. */
  detail: string
  /** Where it is done; null: nothing is to be done here now. */
  action: { label: string; at: 'new-extraction' | 'extraction' | 'choose' } | null
}

/** Forming a committee, step by step: where each stands, and what is to be done for it now. */
export function formingSteps(facts: FormingFacts): FormingStep[] {
  return [...drawingSteps(facts), seatStep(facts), avoidanceStep(facts), startStep(facts)]
}

function drawingSteps({ extraction, mustDraw, direct, members, isStarted }: FormingFacts): FormingStep[] {
  if (!extraction) {
    const isChosen = isStarted || members > 0
    const byHand = direct !== null || (!mustDraw && isChosen)
    return [
      {
        key: 'draw',
        label: '抽取专家',
        state: byHand ? 'done' : 'now',
        detail: direct !== null ? `由招标人直接确定：${direct}` : byHand ? '由招标人选择' : '从专家库随机抽取评标专家',
        action: byHand || isStarted ? null : { label: '抽取专家', at: 'new-extraction' },
      },
    ]
  }
  const { status, wanted, called, accepted, waiting, declined } = extraction
  const open = { label: '查看抽取', at: 'extraction' } as const
  const isOver = status === 'ended'
  const isDrawn = status !== 'draft'
  return [
    {
      key: 'draw',
      label: '抽取专家',
      state: isDrawn ? 'done' : 'now',
      detail: isDrawn ? `已抽取，需 ${wanted} 人` : '抽取条件已保存，尚未抽取',
      action: isDrawn ? open : { label: '开始抽取', at: 'extraction' },
    },
    {
      key: 'call',
      label: '通知专家',
      state: isDrawn ? 'done' : 'next',
      detail: isDrawn ? `已通知 ${called} 人` : '抽取后按顺序通知',
      action: null,
    },
    {
      key: 'reply',
      label: '专家回复',
      state: isOver ? 'done' : status === 'extracting' ? 'now' : 'next',
      detail: isDrawn
        ? `接受 ${accepted}/${wanted} 人${waiting > 0 ? `，待回复 ${waiting} 人` : ''}`
        : '接受、谢绝或逾期未复',
      action: status === 'extracting' ? { label: '查看回复', at: 'extraction' } : null,
    },
    {
      key: 'replace',
      label: '递补',
      state: isOver ? 'done' : status === 'failed' ? 'now' : 'next',
      detail:
        status === 'failed'
          ? '候选专家不足，请补充抽取'
          : declined > 0
            ? `${declined} 人谢绝或未复，已按抽取顺序递补`
            : '谢绝或未复的，按抽取顺序自动递补',
      action: status === 'failed' ? { label: '补充抽取', at: 'extraction' } : null,
    },
  ]
}

function seatStep({ extraction, isOpened, members, planned, isStarted }: FormingFacts): FormingStep {
  const isFull = members >= planned
  const hidden = extraction !== null && !extraction.isRevealed
  return {
    key: 'seat',
    label: '确定成员',
    state: isFull || isStarted ? 'done' : isOpened || extraction?.status === 'ended' ? 'now' : 'next',
    detail: hidden
      ? `${members}/${planned} 人；抽取的专家在开标后公布并进入委员会，可先确定采购人代表`
      : `${members}/${planned} 人${isFull ? '' : '，含采购人代表'}`,
    action: isStarted ? null : { label: members > 0 ? '调整成员' : '选择成员', at: 'choose' },
  }
}

function avoidanceStep({ isOpened, isStarted, declared, members, avoidance }: FormingFacts): FormingStep {
  return {
    key: 'avoidance',
    label: '回避',
    state: isStarted
      ? declared >= members
        ? 'done'
        : 'now'
      : isOpened && members > 0
        ? avoidance
          ? 'now'
          : 'done'
        : 'next',
    detail: isStarted
      ? `已声明 ${declared}/${members} 人`
      : isOpened
        ? avoidance || '与投标人核对，未发现应当回避的成员'
        : '开标后与投标人核对',
    action: null,
  }
}

function startStep({ isOpened, isStarted, problems }: FormingFacts): FormingStep {
  return {
    key: 'start',
    label: '开始评审',
    state: isStarted ? 'done' : isOpened && problems.length === 0 ? 'now' : 'next',
    detail: isStarted ? '评审已开始' : !isOpened ? '开标结束后开始' : (problems[0] ?? '组成符合规定，可以开始'),
    action: null,
  }
}
