import { useMemo } from 'react'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { useCall } from '#web/use-call.ts'
import { awardSheet, publishWinner, type winnerDetail } from '../../../../contract/notice.ts'
import { methodOf } from '../../../../methods/all.ts'
import { say, sayText } from '../../../../methods/say.ts'
import { judgeAward, linesNotBest } from '../../../../rules/award-lines.ts'
import { withAwards } from '../../../../rules/award-text.ts'
import { AWARD_CAUSES, type AwardCause, awardChangeText, causeLabel } from '../../../../rules/result-change.ts'
import { winnerFields } from '../../../../rules/winner-fields.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import type { StepApproval } from '../../approval/step-gate.tsx'
import { useAfterStep } from '../../approval/use-after-step.ts'
import { noticeFault, type NoticeText } from '../../notice-text.ts'
import { PublishesLines } from '../publishes-lines.tsx'
import type { OrderDetail } from '../../tones.ts'
import { useLawfulAction } from '../../use-lawful-action.ts'
import { ChangeFields, changeOf, type ChangeValues, NO_CHANGE, submittedChange } from '../change-fields.tsx'
import { ChangePage } from '../change-page.tsx'
import { FallenChoice } from './fallen-choice.tsx'
import { keptOf, leftOf } from './kept.ts'
import { LineChoiceSection } from './line-choice-section.tsx'
import { choiceOf, choicesFrom, type LineChoices, NOTHING, offersOf, type Sheet } from './line-choice.ts'

type Award = OutputOf<typeof winnerDetail>

interface Values extends ChangeValues<AwardCause> {
  choices: LineChoices
  /** Winners that fall away. */
  excluded: string[]
  general: string
  publishesLines: boolean
  /** Null: as it follows from the choice. */
  text: NoticeText | null
}

interface LineAwardProps {
  order: OrderDetail
  award: Award
  approval: StepApproval
}

/** The winners line by line: fixed for the first time, or anew where some of them fall away. */
export function LineAward(props: LineAwardProps) {
  const query = useCall(awardSheet, { params: { orderId: props.order.orderId } })
  return <WhenLoaded query={query}>{(sheet) => <Editor {...props} sheet={sheet} />}</WhenLoaded>
}

function Editor({ order, award, approval, sheet }: LineAwardProps & { sheet: Sheet }) {
  const { words } = methodOf(order.method)
  const inForce = award.award
  const version = inForce ? award.versions[0]!.version : 0
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.award-lines.${order.orderId}.${version}`,
    () => submitted ?? { ...NO_CHANGE, choices: NOTHING, excluded: [], general: '', publishesLines: false, text: null },
  )
  const { choices, excluded, general } = values
  const offers = useMemo(() => offersOf(sheet, excluded), [sheet, excluded])
  const kept = useMemo(() => keptOf(inForce, excluded), [inForce, excluded])
  const of = { items: sheet.items, offers, kept }
  const choice = { ...choiceOf(choices, of), reason: inForce ? values.reason : general }
  const grounds = {
    items: sheet.items,
    offers,
    words,
    scope: award.scope,
    ceiling: sheet.ceiling,
    kept: choiceOf(kept, of).awards,
  }
  const { parts, total, problems } = judgeAward(choice, grounds)
  const notBest = linesNotBest(choice, grounds)
  const fields = { ...award.draft.fields, ...(parts.length > 0 && winnerFields(parts)) }
  const hasLines = sheet.mustPublishLines || values.publishesLines
  const written = writtenOf({ order, award, values, text: { parts, ...choice, items: sheet.items, hasLines } })
  const text = values.text ?? written
  const action = order.actions.find((one) => one.action === (inForce ? 'reWinner' : 'award'))
  const publish = useLawfulAction(publishWinner, {
    success: toldOf(say(order, '{won}结果已发布')),
    onDone: useAfterStep('winner', order, draft),
  })

  const run = async () => {
    const said = inForce ? changeOf(values, version) : null
    if (inForce && !said) return undefined
    if (inForce && excluded.length === 0) return toast.error(`请选择资格取消的${words.winner}`)
    const fault = problems[0]?.message ?? noticeFault(text, fields, '公告')
    if (fault) return toast.error(fault)
    const names = parts.map(({ supplierName, price }) => `${supplierName} ${formatAmount(price)} 元`)
    const content = `${words.winner}：${names.join('；')}。合计 ${formatAmount(total)} 元。发布后不可更改，${say(order, '{winner}应{duty}')}。确认定标？`
    return confirmStep({ title: `确定${words.winner}`, content, okText: '定标并发布' }, approval.rule, (held) =>
      publish.run({
        params: { orderId: order.orderId },
        body: {
          awards: [...choice.awards].map(({ tradeId, lines }) => ({ tradeId, lines: [...lines] })),
          unbought: [...choice.unbought],
          reasons: choice.reasons.filter(({ itemId }) => notBest.has(itemId)),
          publishesLines: hasLines,
          reason: inForce ? '' : general.trim(),
          title: text.title,
          content: text.content ?? written.content,
          change: said && { ...said, excluded },
          ...held,
        },
      }),
    )
  }

  return (
    <ChangePage
      order={order}
      title={inForce ? '重新定标' : `确定${words.winner}`}
      fact={inForce ? `现行为第 ${version} 次公告` : '按行定标'}
      draft={draft}
      approval={{ step: 'winner', refused: submitted && approval.refused, onRestore: () => change(submitted!) }}
      publish={{
        label: '定标并发布结果',
        busy: publish.busy,
        disabled: action === undefined,
        reason: action?.reason ?? (inForce ? undefined : (award.blocked ?? undefined)),
        run,
      }}
      notice={{
        name: '公告',
        heading: say(order, '{won}结果公告'),
        isReady: parts.length > 0 && (!inForce || values.cause !== null),
        hint: `选定${words.winner}后生成公告正文，可再修改`,
        text,
        isEdited: values.text !== null,
        fields,
        onChange: (next) => change({ text: next }),
      }}
    >
      {inForce && (
        <>
          <FallenChoice
            winners={inForce.winners}
            value={excluded}
            onChange={(next) => change({ excluded: next, choices: leftOf(inForce, next) })}
          />
          <ChangeFields
            order={order}
            causes={Object.keys(AWARD_CAUSES) as AwardCause[]}
            value={values}
            onChange={change}
          />
        </>
      )}
      <LineChoiceSection
        order={order}
        sheet={sheet}
        scope={award.scope}
        offers={offers}
        kept={kept}
        choices={choices}
        judged={{ parts, total, problems }}
        notBest={inForce ? NONE : notBest}
        bondFindings={award.bondFindings}
        general={general}
        onChange={change}
      >
        {!sheet.mustPublishLines && <PublishesLines value={values.publishesLines} onChange={change} />}
      </LineChoiceSection>
    </ChangePage>
  )
}

const NONE: ReadonlySet<string> = new Set()

interface Written {
  order: OrderDetail
  award: Award
  values: Values
  text: Parameters<typeof withAwards>[1]
}

/** The notice as it follows from what was chosen. */
function writtenOf({ order, award: { award, notice, draft }, values: { cause, excluded }, text }: Written) {
  if (!award) return { title: draft.title, content: sayText(order, withAwards(draft.content, text)) }
  const before = { code: notice?.code ?? '', publishedAt: formatTime(notice?.publishedAt ?? null) }
  const names = award.winners.filter(({ tradeId }) => excluded.includes(tradeId)).map((one) => one.supplierName)
  const base = awardChangeText({ names, notice: before, cause: cause ? causeLabel(cause) : '……' })
  return { title: `${order.title}${say(order, '{won}结果变更公告')}`, content: sayText(order, withAwards(base, text)) }
}

/** What an award that was handed in for approval carried, as this page holds it. */
function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  const body = payload as unknown as BodyOf<typeof publishWinner> | undefined
  if (!body?.awards) return null
  const { title, content, change, reason, publishesLines = false } = body
  return {
    ...(change ? submittedChange(change) : NO_CHANGE),
    choices: choicesFrom(body),
    excluded: change?.excluded ?? [],
    general: reason,
    publishesLines,
    text: { title, content },
  }
}
