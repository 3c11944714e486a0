import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { ownEmployments } from '../contract/employments.ts'
import { tr } from '#web/kit/labels.ts'
import { useCall } from '#web/use-call.ts'

const PAGE = '/personal-centre/companies'

/** Companies that invite the person, where there is no inbox yet to tell of it. */
export function Part() {
  const navigate = useNavigate()
  const { data } = useCall(ownEmployments, {}, { fresh: 0 })
  if (!data || data.invitations.length === 0) return null
  return (
    <section aria-label={tr('加入邀请')} className="kb-above-16 kb-below-16 kb-pad-top-12 kb-rule-top">
      <h2 className="kb-size-14 kb-below-4">{tr('加入邀请')}</h2>
      {data.invitations.map((one) => (
        <div key={one.invitationId} className="kb-pad-y-8 kb-row kb-gap-12 kb-between">
          <span>{one.companyName}</span>
          <Button size="small" type="primary" onClick={() => void navigate(PAGE)}>
            {tr('查看并处理')}
          </Button>
        </div>
      ))}
    </section>
  )
}
