import { Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { acceptInvitation, invitation } from '../contract/online.ts'
import { spanText } from '../rules/meeting.ts'
import { meetingPlace } from '../rules/places.ts'

/** What a link invites to, for somebody of another company. */
export function Screen() {
  const { code = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(invitation, { params: { code } }, { fresh: 0 })
  const accept = useAction(acceptInvitation, {
    success: '已接受邀请',
    onDone: ({ meetingId }) => void navigate(meetingPlace(meetingId), { replace: true }),
  })
  return (
    <>
      <PageHead title="会议邀请" />
      <WhenLoaded query={query}>
        {({ title, hostName, companyName, from, until, state, meetingId }) => (
          <>
            <FieldList
              items={[
                { label: '会议', value: title },
                { label: '时间', value: spanText(from, until) },
                { label: '邀请人', value: `${hostName}（${companyName}）` },
              ]}
            />
            <div className="kb-above-16">
              {state === 'open' && (
                <Button type="primary" loading={accept.busy} onClick={() => void accept.run({ params: { code } })}>
                  接受邀请
                </Button>
              )}
              {state === 'own' && <Link to={meetingPlace(meetingId)}>您已是参会人，查看会议 ›</Link>}
              {state === 'accepted' && <p className="kb-hint">邀请链接已被使用，请联系邀请人重新发送</p>}
              {state === 'over' && <p className="kb-hint">会议已结束或取消</p>}
            </div>
          </>
        )}
      </WhenLoaded>
    </>
  )
}
