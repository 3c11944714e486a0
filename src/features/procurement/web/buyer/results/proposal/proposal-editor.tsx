import { useMemo } from 'react'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { DAY, formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { useCall } from '#web/use-call.ts'
import { awardSheet, type candidateDraft, publishCandidates } from '../../../../contract/notice.ts'
import { methodOf } from '../../../../methods/all.ts'
import { say, sayText } from '../../../../methods/say.ts'
import { judgeAward, linesNotBest } from '../../../../rules/award-lines.ts'
import {
  CANDIDATE_CAUSES,
  type CandidateCause,
  causeLabel,
  CORRECTIONS,
  proposalChangeText,
} from '../../../../rules/result-change.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import type { StepApproval } from '../../approval/step-gate.tsx'
import { useAfterStep } from '../../approval/use-after-step.ts'
import { noticeFault, type NoticeText } from '../../notice-text.ts'
import type { OrderDetail } from '../../tones.ts'
import { useLawfulAction } from '../../use-lawful-action.ts'
import { FallenCandidates } from '../fallen-candidates.tsx'
import { ChangeFields, changeOf, type ChangeValues, NO_CHANGE, submittedChange } from '../change-fields.tsx'
import { ChangePage } from '../change-page.tsx'
import { leftOf } from '../lines/kept.ts'
import { choiceOf, choicesFrom, type LineChoices, NOTHING, offersOf, type Sheet } from '../lines/line-choice.ts'
import { LineChoiceSection } from '../lines/line-choice-section.tsx'
import { PublicityDays } from '../publicity-days.tsx'
import { WholeChoice } from './whole-choice.tsx'

type Candidates = OutputOf<typeof candidateDraft>

interface Values extends ChangeValues<CandidateCause> {
  /** Of a whole order: who shall win. */
  tradeId: string
  /** Of an order that may be divided. */
  choices: LineChoices
  /** Candidates that fall away. */
  excluded: string[]
  general: string
  days: number
  /** Null: as it follows from the choice. */
  text: NoticeText | null
}

interface ProposalEditorProps {
  order: OrderDetail
  candidates: Candidates
  approval: StepApproval
}

/** Who shall win, as the buyer proposes and publicises it: for the first time, or anew in place of what was publicised. */
export function ProposalEditor(props: ProposalEditorProps) {
  const query = useCall(awardSheet, { params: { orderId: props.order.orderId } })
  return <WhenLoaded query={query}>{(sheet) => <Editor {...props} sheet={sheet} />}</WhenLoaded>
}

function Editor({ order, candidates, approval, sheet }: ProposalEditorProps & { sheet: Sheet }) {
  const { words } = methodOf(order.method)
  const { proposal: inForce, scope, leastDays } = candidates
  const version = inForce ? candidates.versions[0]!.version : 0
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.proposal.${order.orderId}.${version}`,
    () => submitted ?? beginning(candidates),
  )
  const { choices, excluded, general, days, cause } = values
  const offers = useMemo(() => offersOf(sheet, excluded), [sheet, excluded])
  const isWhole = scope === 'whole'
  const reason = inForce ? values.reason : general
  const of = { items: sheet.items, offers }
  const choice = { ...choiceOf(choices, of), reason }
  const grounds = { ...of, words, scope, ceiling: sheet.ceiling }
  const judged = isWhole ? { parts: [], total: '0', problems: [] } : judgeAward(choice, grounds)
  const notBest = isWhole ? NONE : linesNotBest(choice, grounds)
  const ranked = sheet.offers.filter(({ tradeId }) => offers.some((offer) => offer.tradeId === tradeId))
  const chosen = ranked.find(({ tradeId }) => tradeId === values.tradeId) ?? ranked[0]
  const shown = isWhole
    ? [...(chosen ? [chosen] : []), ...ranked.filter((row) => row !== chosen)].slice(0, MOST_RANKED)
    : judged.parts
  const fields = {
    ...candidates.draft.fields,
    公示截止时间: `${days} 日期满时`,
    候选人表: shown.map(({ supplierName, price }) => `${supplierName} ${formatAmount(price)} 元`).join('；'),
  }
  const gone = candidates.rows.filter(({ tradeId }) => excluded.includes(tradeId)).map((row) => row.supplierName)
  const written = writtenOf(order, candidates, { gone, cause })
  const text = values.text ?? written
  const action = order.actions.find((one) => one.action === (inForce ? 'reCandidate' : 'publishCandidates'))
  const publish = useLawfulAction(publishCandidates, {
    success: toldOf(say(order, '{publicity}已发布')),
    onDone: useAfterStep('candidates', order, draft),
  })

  const run = async () => {
    const said = inForce ? changeOf(values, version) : null
    if (inForce && !said) return undefined
    if (said && excluded.length === 0 && !CORRECTIONS.includes(said.cause))
      return toast.error('请选择不再作为候选人的供应商')
    if (isWhole && !chosen) return toast.error('没有可以成交的供应商，请办理流标')
    if (isWhole && !inForce && chosen !== ranked[0] && general.trim().length < 2)
      return toast.error('未选择第一名时须说明理由')
    const fault = judged.problems[0]?.message ?? noticeFault(text, fields, '公示')
    if (fault) return toast.error(fault)
    const names = shown.map(({ supplierName, price }) => `${supplierName} ${formatAmount(price)} 元`)
    const content = `${names.join('；')}。公示 ${days} 日，期间供应商可提出异议；异议未答复前不能定标。发布后不可撤回，确认发布？`
    const title = say(order, '发布{publicity}')
    return confirmStep({ title, content, okText: '发布', danger: said !== null }, approval.rule, (held) =>
      publish.run({
        params: { orderId: order.orderId },
        body: {
          ...(isWhole
            ? { tradeId: chosen!.tradeId }
            : {
                awards: [...choice.awards].map(({ tradeId, lines }) => ({ tradeId, lines: [...lines] })),
                unbought: [...choice.unbought],
                reasons: choice.reasons.filter(({ itemId }) => notBest.has(itemId)),
              }),
          reason: inForce ? '' : general.trim(),
          title: text.title,
          content: text.content ?? written.content,
          publicityDays: days,
          change: said && { ...said, excluded },
          ...held,
        },
      }),
    )
  }

  return (
    <ChangePage
      order={order}
      title={action?.label ?? say(order, '发布{publicity}')}
      fact={inForce ? `现行为第 ${version} 次公示` : say(order, '公示期满、异议答复后定标')}
      draft={draft}
      approval={{ step: 'candidates', refused: submitted && approval.refused, onRestore: () => change(submitted!) }}
      publish={{ label: '发布公示', busy: publish.busy, disabled: !action, reason: action?.reason, run }}
      notice={{
        name: '公示',
        heading: '公示内容',
        isReady: (isWhole || judged.parts.length > 0) && (!inForce || cause !== null),
        hint: inForce ? '选择变更原因后生成公示正文，可再修改' : '选定后生成公示正文，可再修改',
        text,
        isEdited: values.text !== null,
        fields,
        onChange: (next) => change({ text: next }),
      }}
    >
      {inForce && (
        <>
          <FallenCandidates
            order={order}
            candidates={candidates}
            isRanked={isWhole}
            value={excluded}
            onChange={(next) => change({ excluded: next, ...(!isWhole && { choices: leftOf(inForce, next) }) })}
          />
          <ChangeFields
            order={order}
            causes={Object.keys(CANDIDATE_CAUSES) as CandidateCause[]}
            value={values}
            onChange={change}
          />
        </>
      )}
      {isWhole ? (
        <WholeChoice
          order={order}
          offers={ranked}
          chosen={chosen}
          bondFindings={candidates.bondFindings}
          reason={inForce ? null : general}
          onChange={change}
        />
      ) : (
        <LineChoiceSection
          order={order}
          sheet={sheet}
          scope={scope}
          offers={offers}
          kept={NOTHING}
          choices={choices}
          judged={judged}
          notBest={inForce ? NONE : notBest}
          bondFindings={candidates.bondFindings}
          general={general}
          onChange={change}
        />
      )}
      <section className="kb-section">
        <h2>公示期</h2>
        <PublicityDays label="公示" value={days} least={leastDays} onChange={(next) => change({ days: next })}>
          采购文件约定 {leastDays} 日；现在发布，约至 {formatTime(clock.now() + days * DAY).slice(0, 10)} 期满
        </PublicityDays>
      </section>
    </ChangePage>
  )
}

const NONE: ReadonlySet<string> = new Set()
/** As many as the service publicises in a ranking. */
const MOST_RANKED = 3

function beginning({ proposal, publicityDays }: Candidates): Values {
  return {
    ...NO_CHANGE,
    tradeId: proposal?.winners[0]?.tradeId ?? '',
    choices: proposal ? leftOf(proposal, []) : NOTHING,
    excluded: [],
    general: '',
    days: publicityDays,
    text: null,
  }
}

/** The notice as it follows from what was chosen; who is proposed is filled in with its publication. */
function writtenOf(
  order: OrderDetail,
  { notice, draft, proposal }: Candidates,
  { gone, cause }: { gone: string[]; cause: CandidateCause | null },
) {
  if (!proposal) return { title: draft.title, content: draft.content }
  const before = { code: notice?.code ?? '', publishedAt: formatTime(notice?.publishedAt ?? null) }
  const text = proposalChangeText({ names: gone, notice: before, cause: cause ? causeLabel(cause) : '……' })
  return { title: `${order.title}${say(order, '{publicity}变更')}`, content: sayText(order, text) }
}

/** What a proposal that was handed in for approval carried, as this page holds it. */
function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  if (!payload) return null
  const { title, content, change, reason, publicityDays, ...choice } = payload as unknown as BodyOf<
    typeof publishCandidates
  >
  return {
    ...(change ? submittedChange(change) : NO_CHANGE),
    tradeId: choice.tradeId ?? '',
    choices: choicesFrom(choice),
    excluded: change?.excluded ?? [],
    general: reason,
    days: publicityDays,
    text: { title, content },
  }
}
