import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { decideTrade, demandTrade } from '../../contract/survey.ts'
import { type At, placesOf } from '../at.ts'
import { tradeTag } from '../words.ts'

/** One sign-up, let in or refused with the reason. */
export function Screen(at: At) {
  const { orderId: demandId = '', tradeId = '' } = useParams()
  const navigate = useNavigate()
  const params = { demandId, tradeId }
  const query = useCall(demandTrade, { params })
  const decide = useAction(decideTrade, { success: '已审核，供应商收到通知' })
  const place = placesOf(at)
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
  return (
    <DetailScreen query={query} back={{ label: '报名与应答', to: place.trades(demandId) }}>
      {({ title, trade, answers }) => ({
        title: trade.name,
        status: <StatusTag {...tradeTag(trade.status)} />,
        facts: [title, trade.isPaper ? '纸质应答' : trade.isInvited ? '受邀' : '自行报名'],
        extra: (
          <>
            {answers.length > 0 && (
              <Button onClick={() => void navigate(place.answer(demandId, tradeId))}>查看应答</Button>
            )}
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
        ],
      })}
    </DetailScreen>
  )
}
