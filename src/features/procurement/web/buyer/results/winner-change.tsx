import { Alert, Radio } from 'antd'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { AmountText } from '#web/kit/values.tsx'
import { publishWinner, type winnerDetail } from '../../../contract/notice.ts'
import { methodOf } from '../../../methods/all.ts'
import { say, sayText } from '../../../methods/say.ts'
import { AWARD_CAUSES, type AwardCause, awardChangeText, causeLabel } from '../../../rules/result-change.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import type { StepApproval } from '../approval/step-gate.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import { noticeFault, type NoticeText } from '../notice-text.ts'
import type { OrderDetail } from '../tones.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { BondNotice, findingsOf } from './bond-notice.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { ChangePage } from './change-page.tsx'
import { ChangeFields, changeOf, type ChangeValues, NO_CHANGE, submittedChange } from './change-fields.tsx'
import { winnerFields } from '../../../rules/winner-fields.ts'

interface Values extends ChangeValues<AwardCause> {
  tradeId: string
  /** Null: as it follows from the choice. */
  text: NoticeText | null
}

interface WinnerChangeProps {
  order: OrderDetail
  award: OutputOf<typeof winnerDetail>
  approval: StepApproval
}

/** The winner falls away before the contract, and another candidate takes its place (实施条例第五十五条). */
export function WinnerChange({ order, award, approval }: WinnerChangeProps) {
  const word = methodOf(order.method).words.winner
  const version = award.versions[0]?.version ?? 1
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.winner.${order.orderId}.${version}`,
    () => submitted ?? { ...NO_CHANGE, tradeId: award.eligible[0] ?? '', text: null },
  )
  const chosen = award.candidates.find((row) => row.tradeId === values.tradeId)
  const written = writtenOf(order, award, values.cause)
  const text = values.text ?? written
  const fields = { ...award.draft.fields, ...(chosen && winnerFields([chosen])) }
  const action = order.actions.find((one) => one.action === 'reWinner')
  const publish = useLawfulAction(publishWinner, {
    success: toldOf(say(order, '{won}结果变更公告已发布')),
    onDone: useAfterStep('winner', order, draft),
  })

  const run = async () => {
    if (!chosen) return toast.error(`请选择新的${word}`)
    const said = changeOf(values, version)
    if (!said) return undefined
    const fault = noticeFault(text, fields, '公告')
    if (fault) return toast.error(fault)
    const content = `原${word}${namesOf(award).join('、')}的资格取消，${chosen.supplierName}为新的${word}，应${say(order, '{duty}')}。发布后不可撤回，确认发布？`
    return confirmStep({ title: '重新定标', content, okText: '定标并发布', danger: true }, approval.rule, (held) =>
      publish.run({
        params: { orderId: order.orderId },
        body: {
          tradeId: chosen.tradeId,
          title: text.title,
          content: text.content ?? written.content,
          change: said,
          ...held,
        },
      }),
    )
  }

  return (
    <ChangePage
      order={order}
      title="重新定标"
      fact={`现行为第 ${version} 次公告`}
      draft={draft}
      approval={{ step: 'winner', refused: submitted && approval.refused, onRestore: () => change(submitted!) }}
      publish={{
        label: '定标并发布变更公告',
        busy: publish.busy,
        disabled: award.eligible.length === 0,
        reason: action?.reason,
        run,
      }}
      notice={{
        name: '公告',
        isReady: values.cause !== null && chosen !== undefined,
        hint: '选择变更原因后生成公告正文，可再修改',
        text,
        isEdited: values.text !== null,
        fields,
        onChange: (next) => change({ text: next }),
      }}
    >
      {award.eligible.length === 0 && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="warning"
          showIcon
          title={say(order, '没有其他{contender}可以确定为{winner}')}
          description={say(order, '请办理流标，{winner}的资格随之取消，可再重新{act}。')}
        />
      )}
      {award.award && (
        <section className="kb-section">
          <h2>现行结果</h2>
          <FieldList
            items={[
              { label: word, value: <b>{namesOf(award).join('、')}</b> },
              { label: say(order, '{won}价'), value: <AmountText value={award.award.price} capitals /> },
              { label: '定标时间', value: formatTime(award.award.decidedAt) },
              award.notice && { label: '公告编号', value: award.notice.code },
            ]}
          />
        </section>
      )}
      <ChangeFields order={order} causes={Object.keys(AWARD_CAUSES) as AwardCause[]} value={values} onChange={change} />
      <section className="kb-section">
        <h2>{say(order, '新的{winner}')}</h2>
        <CandidateTable
          rows={award.candidates}
          renderEnd={(row) =>
            award.eligible.includes(row.tradeId) ? (
              <Radio
                name="winner"
                aria-label={`选择${row.supplierName}为${word}`}
                checked={row.tradeId === values.tradeId}
                onChange={() => change({ tradeId: row.tradeId })}
              >
                {word}
              </Radio>
            ) : (
              <StatusTag
                label={
                  award.award?.winners.some(({ tradeId }) => tradeId === row.tradeId)
                    ? say(order, '现行{winner}')
                    : '资格已取消'
                }
                tone="neutral"
              />
            )
          }
        />
        {chosen && chosen.tradeId !== award.eligible[0] && (
          <p className="buyer-line kb-muted">未选择排名在前的候选人，请在具体说明中一并写明理由。</p>
        )}
        <BondNotice findings={findingsOf(award.bondFindings, chosen ? [chosen] : [])} />
      </section>
    </ChangePage>
  )
}

/** The notice as it follows from what was chosen. */
function writtenOf(order: OrderDetail, award: WinnerChangeProps['award'], cause: AwardCause | null) {
  const { notice } = award
  const before = { code: notice?.code ?? '', publishedAt: formatTime(notice?.publishedAt ?? null) }
  const names = namesOf(award)
  return {
    title: `${order.title}${say(order, '{won}结果变更公告')}`,
    content: sayText(order, awardChangeText({ names, notice: before, cause: cause ? causeLabel(cause) : '……' })),
  }
}

function namesOf({ award }: WinnerChangeProps['award']): string[] {
  return award?.winners.map(({ supplierName }) => supplierName) ?? []
}

function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  const body = payload as unknown as BodyOf<typeof publishWinner> | undefined
  if (!body?.change || body.tradeId === undefined) return null
  const { tradeId, title, content, change } = body
  return { ...submittedChange(change), tradeId, text: { title, content } }
}
