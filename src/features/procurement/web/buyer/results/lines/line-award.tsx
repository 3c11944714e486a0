import { Alert, Button, Checkbox, Input } from 'antd'
import { useCallback, useId, useMemo, useRef } from 'react'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { Exact, formatAmount } from '#contract/money.ts'
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
import { confirmStep, toldOf } from '../../approval/confirm-step.tsx'
import type { StepApproval } from '../../approval/step-gate.tsx'
import { useAfterStep } from '../../approval/use-after-step.ts'
import { noticeFault, type NoticeText } from '../../notice-text.ts'
import type { OrderDetail } from '../../tones.ts'
import { useLawfulAction } from '../../use-lawful-action.ts'
import { BondNotice, findingsOf } from '../bond-notice.tsx'
import { ChangeFields, changeOf, type ChangeValues, NO_CHANGE, submittedChange } from '../change-fields.tsx'
import { ChangePage } from '../change-page.tsx'
import { AwardGrid, type GridActs } from './award-grid.tsx'
import { FallenChoice } from './fallen-choice.tsx'
import { keptOf } from './kept.ts'
import {
  cheapestComplete,
  choiceOf,
  choicesFrom,
  type LineChoices,
  NOTHING,
  offersOf,
  type Sheet,
  toBest,
  toggleLine,
  toOne,
  withLine,
} from './line-choice.ts'
import { splitLine } from './split-dialog.tsx'

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
  const id = useId()
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
    onDone: useAfterStep('winner', draft),
  })
  const acts = useActs({ choices, change, sheet, offers, kept })

  const run = async () => {
    const said = inForce ? changeOf(values, version) : null
    if (inForce && !said) return undefined
    if (inForce && excluded.length === 0) return toast.error(`请选择资格取消的${words.winner}`)
    const fault = problems[0]?.message ?? noticeFault(text, fields, '公告')
    if (fault) return toast.error(fault)
    const names = parts.map(({ supplierName, price }) => `${supplierName} ${formatAmount(price)} 元`)
    const content = `${words.winner}：${names.join('；')}。合计 ${formatAmount(total)} 元。发布后不可更改，并应在三十日内订立合同。确认定标？`
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
            onChange={(next) => change({ excluded: next, choices: again(inForce, next) })}
          />
          <ChangeFields
            order={order}
            causes={Object.keys(AWARD_CAUSES) as AwardCause[]}
            value={values}
            onChange={change}
          />
        </>
      )}
      <section className="kb-section">
        <h2>按行选定</h2>
        <p className="kb-actions kb-below-12">
          <Button onClick={() => change({ choices: toBest(choices, of) })}>各行最低价</Button>
          <Button
            onClick={() => {
              const offer = cheapestComplete(sheet.items, offers)
              if (offer) change({ choices: toOne(choices, { ...of, offer }) })
              else toast.warning('没有供应商报全部清单行')
            }}
          >
            整单最低价
          </Button>
          <Button onClick={() => change({ choices: { ...NOTHING, cells: kept.cells } })}>清空</Button>
          <span className="kb-muted">含税单价，元。点击单价，将整行确定给该供应商。</span>
        </p>
        <AwardGrid
          items={sheet.items}
          offers={offers}
          choices={choices}
          notBest={inForce ? NONE : notBest}
          sums={new Map(parts.map(({ tradeId, price }) => [tradeId, price]))}
          isShared={award.scope === 'share'}
          acts={acts}
        />
        <p className="kb-above-16" aria-live="polite">
          合计 <b>{formatAmount(total)}</b> 元；{against(total, { amount: sheet.budget, label: '采购预算' })}
          {sheet.ceiling !== null && `；${against(total, { amount: sheet.ceiling, label: words.ceiling })}`}
        </p>
        <Problems problems={parts.length > 0 ? problems.map(({ message }) => message) : []} />
        <BondNotice
          findings={findingsOf(
            award.bondFindings,
            award.candidates.filter(({ tradeId }) => parts.some((part) => part.tradeId === tradeId)),
          )}
        />
        {!inForce && notBest.size > 0 && (
          <div className="kb-stack kb-gap-6 kb-reading kb-above-16">
            <label htmlFor={id}>有 {notBest.size} 行未选最低价，请逐行说明，或在此统一说明原因</label>
            <Input.TextArea
              id={id}
              rows={2}
              maxLength={2000}
              value={general}
              onChange={(event) => change({ general: event.target.value })}
            />
          </div>
        )}
        {!sheet.mustPublishLines && (
          <Checkbox
            className="kb-above-16"
            checked={values.publishesLines}
            onChange={(event) => change({ publishesLines: event.target.checked })}
          >
            公告列明各行单价和金额
          </Checkbox>
        )}
      </section>
    </ChangePage>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** What the cells do; the same functions as long as the page stands, so that no row is drawn anew for them. */
function useActs(now: {
  choices: LineChoices
  change: (part: Partial<Values>) => void
  sheet: Sheet
  offers: ReturnType<typeof offersOf>
  kept: LineChoices
}): GridActs {
  const latest = useRef(now)
  latest.current = now
  const toggle = useCallback<GridActs['toggle']>((item, tradeId) => {
    const { choices, kept, change } = latest.current
    change({ choices: toggleLine(choices, { item, tradeId, kept }) })
  }, [])
  const split = useCallback<GridActs['split']>((item) => {
    const { offers, choices } = latest.current
    const onDone = (quantities: Readonly<Record<string, string>>) =>
      latest.current.change({ choices: withLine(latest.current.choices, item.itemId, quantities) })
    splitLine({ item, offers, given: choices.cells[item.itemId] ?? {}, onDone })
  }, [])
  const write = useCallback<GridActs['write']>((of, itemId, reason) => {
    const { choices, change } = latest.current
    change({ choices: { ...choices, [of]: { ...choices[of], [itemId]: reason } } })
  }, [])
  return useMemo(() => ({ toggle, split, write }), [toggle, split, write])
}

/** What keeps the choice from being published: the first few, and how many more. */
function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  const shown = problems.slice(0, 3)
  return (
    <Alert
      className="kb-above-16"
      type="warning"
      showIcon
      title={shown.join('；')}
      description={problems.length > shown.length ? `另有 ${problems.length - shown.length} 项` : undefined}
    />
  )
}

function against(total: string, { amount, label }: { amount: string; label: string }): string {
  const left = new Exact(amount).minus(total)
  return `${label} ${formatAmount(amount)} 元，${left.lt(0) ? '超出' : '结余'} ${formatAmount(left.abs().toFixed(2))} 元`
}

/** Those who stay keep what they have; for what becomes free it is chosen anew, and its reasons are given anew. */
function again({ winners, items, ...rest }: NonNullable<Award['award']>, excluded: readonly string[]): LineChoices {
  const free = winners.flatMap(({ tradeId, lines }) => (excluded.includes(tradeId) ? lines : []))
  const same = items.filter(({ itemId }) => free.every((line) => line.itemId !== itemId))
  return {
    cells: keptOf({ winners, items, ...rest }, excluded).cells,
    unbought: Object.fromEntries(same.map(({ itemId, unboughtReason }) => [itemId, unboughtReason])),
    reasons: Object.fromEntries(same.map(({ itemId, reason }) => [itemId, reason])),
  }
}

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
