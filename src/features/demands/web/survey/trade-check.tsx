import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { checkAnswer, decideTrade, demandTrade } from '../../contract/survey.ts'
import { LastAnswer } from '../answer/answer-view.tsx'
import { type At, placesOf } from '../at.ts'
import { tradeTag } from '../words.ts'

/** One sign-up, let in or refused with the reason. */
export function Screen(at: At) {
  const { orderId: demandId = '', tradeId = '', roundId } = useParams()
  const navigate = useNavigate()
  const params = { demandId, tradeId }
  const query = useCall(demandTrade, { params })
  const decide = useAction(decideTrade, { success: '已审核，供应商收到通知' })
  const place = placesOf(at)
  const check = useAction(checkAnswer, { success: '已审核' })
  const refuse = () =>
    askText({
      title: '审核不通过',
      okText: '不通过',
      danger: true,
      hint: '供应商收到原因，截止前可以重新报名。',
      run: (reason) => decide.run({ params, body: { pass: false, reason } }),
    })
  const pass = async () => {
    if (await ask({ title: '审核通过', content: '通过后供应商可以提交应答。' }))
      await decide.run({ params, body: { pass: true } })
  }
  const setAside = (roundNo: number) =>
    askText({
      title: '不采纳该应答',
      okText: '不采纳',
      danger: true,
      hint: '不采纳的应答不计入汇总和品牌数量，原因记录在案。',
      run: (reason) => check.run({ params: { ...params, roundNo }, body: { isValid: false, reason } }),
    })
  return (
    <DetailScreen query={query} back={{ label: '报名与应答', to: place.trades(demandId) }}>
      {({ title, profile, trade, answers, asked, questions, checks, checkable }) => ({
        title: trade.name,
        status: <StatusTag {...tradeTag(trade.status)} />,
        facts: [title, trade.isPaper ? '纸质应答' : trade.isInvited ? '受邀' : '自行报名'],
        extra: (
          <>
            {answers.length > 0 && (
              <Button onClick={() => void navigate(place.answer(demandId, tradeId, roundOf(roundId, answers)))}>
                查看应答
              </Button>
            )}
            {checkable.map((roundNo) => (
              <span key={roundNo} className="kb-row kb-gap-8">
                <Button danger onClick={() => setAside(roundNo)}>
                  不采纳
                </Button>
                <Button
                  type="primary"
                  loading={check.busy}
                  onClick={() => void check.run({ params: { ...params, roundNo }, body: { isValid: true } })}
                >
                  采纳
                </Button>
              </span>
            ))}
            {trade.actions.some(({ action, reason }) => action === 'decide' && !reason) && (
              <>
                <Button danger onClick={refuse}>
                  不通过
                </Button>
                <Button type="primary" loading={decide.busy} onClick={() => void pass()}>
                  通过
                </Button>
              </>
            )}
          </>
        ),
        sections: [
          {
            key: 'sign-up',
            title: '报名信息',
            content: (
              <FieldList
                items={[
                  { label: '联系人', value: trade.contact },
                  { label: '报名时间', value: formatTime(trade.signedUpAt) },
                  trade.decidedAt && { label: '审核', value: `${trade.decidedByName}，${formatTime(trade.decidedAt)}` },
                  trade.refusal !== '' && { label: '未通过的原因', value: trade.refusal, wide: true },
                  { label: '说明', value: <span className="kb-pre">{trade.note}</span>, wide: true },
                  {
                    label: '附件',
                    value: (
                      <FileList
                        files={trade.files}
                        pathOf={(file) => `/api/workbench/demands/${demandId}/files/${file.fileId}`}
                      />
                    ),
                    wide: true,
                  },
                ]}
              />
            ),
          },
          checks.length > 0 && {
            key: 'checks',
            title: '应答审核',
            content: (
              <DataTable
                label="应答审核"
                rows={checks}
                rowKey={(row) => row.madeAt}
                columns={[
                  { key: 'round', title: '轮次', width: 100, isHead: true, value: (row) => `第 ${row.roundNo} 轮` },
                  { key: 'result', title: '结果', width: 100, value: (row) => (row.isValid ? '采纳' : '不采纳') },
                  { key: 'reason', title: '原因', value: (row) => row.reason },
                  { key: 'by', title: '审核人', width: 110, value: (row) => row.madeByName },
                  { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.madeAt },
                ]}
              />
            ),
          },
          checkable.length > 0 && {
            key: 'answer',
            title: '待审核的应答',
            content: (
              <LastAnswer
                answer={answers.find(({ roundNo }) => checkable.includes(roundNo))}
                asked={asked}
                questions={questions}
                profile={profile}
                pathOf={(fileId) => `/api/workbench/demands/${demandId}/files/${fileId}`}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}

/** The round in the address, else that of the last answer. */
function roundOf(roundId: string | undefined, answers: readonly { roundNo: number }[]): number {
  return Number(roundId ?? answers[0]?.roundNo ?? 1)
}
