import { Alert } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Paper } from '#web/kit/paper.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { declineSurvey, signUpSurvey, surveyLetter } from '../../contract/supplier.ts'
import { supplierPlaces } from '../../rules/places.ts'
import { NO_OFFER } from '../../rules/words.ts'
import { ownTag } from './own-tag.ts'

/** The letter by which a company is asked to take part in a survey; answered on the spot. */
export function Screen() {
  const { orderId: demandId = '', inviteId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(surveyLetter, { params: { demandId, inviteId } })
  const decline = useAction(declineSurvey, { success: '已答复不参与' })
  const accept = useAction(signUpSurvey, { success: '已接受邀请，请在截止前提交应答' })
  const acts: Record<string, (profile: string) => unknown> = {
    signUp: () =>
      askText({
        title: '接受调研邀请',
        label: '联系人',
        okText: '接受邀请',
        hint: NO_OFFER,
        run: (contact) => accept.run({ params: { demandId }, body: { contact } }),
      }),
    decline: () =>
      askText({
        title: '不参与调研',
        label: '原因（可不填）',
        least: 0,
        okText: '不参与',
        run: (reason) => decline.run({ params: { demandId }, body: { reason } }),
      }),
    answer: (profile) => navigate(supplierPlaces(profile).answer(demandId, inviteId)),
  }
  return (
    <DetailScreen query={query} back={{ label: '需求调研', to: supplierPlaces('general').list }}>
      {(letter) => ({
        title: `调研邀请函：${letter.title}`,
        status: <StatusTag {...ownTag(letter)} />,
        facts: [letter.code, letter.inviterName],
        deadline: { label: '调研截止', at: letter.endsAt, over: '调研已截止' },
        actions: letter.actions,
        onAction: (action) => void acts[action]?.(letter.profile),
        notice: letter.isWithdrawn && (
          <Alert className="kb-below-16" type="warning" showIcon title="调研已撤回，邀请不再有效。" />
        ),
        sections: [
          {
            key: 'letter',
            title: '邀请函',
            content: (
              <Paper>
                <div className="kb-box kb-stack kb-gap-12">
                  <p>
                    {letter.inviterName}就“{letter.title}”（{letter.code}
                    ）开展市场调研，邀请贵单位参与，请于 {formatTime(letter.endsAt)} 前登录平台提交应答。
                  </p>
                  <p className="kb-pre">{letter.purpose}</p>
                  <ul>
                    {letter.items.map(({ itemId, name, spec, quantity, unit }) => (
                      <li key={itemId}>
                        {name}
                        {spec && `（${spec}）`}，{quantity} {unit}
                      </li>
                    ))}
                  </ul>
                  <p>{NO_OFFER}</p>
                  <p className="kb-right">
                    {letter.inviterName}
                    <br />
                    {formatTime(letter.invitedAt).slice(0, 10)}
                  </p>
                </div>
              </Paper>
            ),
          },
          {
            key: 'facts',
            title: '调研安排',
            content: (
              <FieldList
                items={[
                  { label: '发出时间', value: formatTime(letter.invitedAt) },
                  { label: '截止时间', value: formatTime(letter.endsAt) },
                  { label: '交付（实施）地点', value: letter.place },
                ]}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}
