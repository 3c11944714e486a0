import { Link } from 'react-router'
import { useCall } from '#web/use-call.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { toast } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useSession } from '#web/shell/session.ts'
import { SHELL } from '#web/shell/slots.ts'
import { oneself } from '../contract.ts'
import { MobileChange } from './mobile-change.tsx'
import { OwnFactors } from './own-factors.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordChange } from './password-change.tsx'
import { WeChatBinding } from './wechat-binding.tsx'

/** The person's own page: who they are here, their password, where they are logged in. */
export function Screen() {
  const { employee } = useSession()
  const query = useCall(oneself)
  const page = (
    <DetailScreen query={query}>
      {(person) => ({
        title: '个人中心',
        facts: [person.nickname, employee?.company?.companyName],
        sections: [
          {
            key: 'profile',
            title: '个人信息',
            content: (
              <FieldList
                items={[
                  { label: '姓名', value: employee?.employeeInfo.name || person.nickname },
                  { label: '账号', value: person.account },
                  { label: '手机号码', value: masked(person.mobile) },
                  { label: '邮箱', value: employee?.employeeInfo.email },
                  {
                    label: '所属企业',
                    value: (
                      <>
                        {employee?.company?.companyName}{' '}
                        <Link className="kb-inline-link" to="/personal-centre/companies">
                          {tr('我的企业')}
                        </Link>
                      </>
                    ),
                  },
                  { label: '部门', value: employee?.deptInfo?.name },
                  employee && { label: '身份', value: tr(employee.isAdmin ? '企业管理员' : '员工') },
                ]}
              />
            ),
          },
          {
            key: 'password',
            title: '修改密码',
            content: (
              <div className="kb-narrow">
                {person.hasPassword && (
                  <PasswordChange onDone={() => toast.success('密码修改成功，其他设备已退出登录')} />
                )}
                <p className="kb-muted kb-above-12">
                  {tr(person.hasPassword ? '忘记当前密码？' : '您还没有登录密码。')}
                  <Link to="/forgotten-password">{tr('通过短信验证码设置新密码')}</Link>
                </p>
              </div>
            ),
          },
          {
            key: 'mobile',
            title: '更换手机号',
            content: (
              <div className="kb-narrow">
                <MobileChange hasPassword={person.hasPassword} />
              </div>
            ),
          },
          { key: 'factors', title: '双重验证', content: <OwnFactors /> },
          { key: 'wechat', title: '微信', content: <WeChatBinding /> },
          { key: 'sessions', title: '登录设备', content: <OwnSessions /> },
        ],
      })}
    </DetailScreen>
  )
  return (
    <>
      {page}
      <Parts of={SHELL.personal} />
    </>
  )
}

/** `138****0001`: enough to recognise one's own number. */
function masked(mobile: string): string {
  return mobile.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
}
