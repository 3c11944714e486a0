import { Button } from 'antd'
import { tr } from '#web/kit/labels.ts'
import { goTo } from '#web/navigation.ts'
import { leave } from '#web/shell/bootstrap.ts'
import { useCall } from '#web/use-call.ts'
import { ownEmployments } from '../contract/employments.ts'

/** Changing the password says yes to the company that opened the account: that is said before, and who does not agree leaves. */
export function Part() {
  const { data } = useCall(ownEmployments, {}, { fresh: 0 })
  const [company] = data?.invitations ?? []
  if (!company) return null
  return (
    <p className="kb-default-password kb-below-16 kb-muted">
      {company.companyName}
      {tr('邀请您加入，修改密码后您将成为该企业的员工。如不同意，请')}
      <Button
        type="link"
        className="kb-inline-link"
        onClick={() => void leave().then(() => goTo('/login', { replace: true }))}
      >
        {tr('退出登录')}
      </Button>
      {tr('，以短信验证码登录后可谢绝邀请。')}
    </p>
  )
}
