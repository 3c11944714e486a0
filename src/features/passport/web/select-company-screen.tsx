import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { goTo, safeReturn } from '#web/navigation.ts'
import { AS_PERSON, JUMP, leave } from '#web/shell/bootstrap.ts'
import { CompanyList } from '#web/shell/company-list.tsx'
import { session, useSession } from '#web/shell/session.ts'
import { Parts } from '#web/shell/parts.tsx'
import { SHELL } from '#web/shell/slots.ts'
import './login.css'
import { Part as DefaultPasswordDialog } from './default-password-dialog.tsx'

/** Choosing the company to work for; afterwards the person arrives where they wanted to go. */
export function Screen() {
  const { tenant, person, phase } = useSession()
  const navigate = useNavigate()
  const back = safeReturn(sessionStorage.getItem(JUMP))
  const alone = person && (person.isExpert || person.isPlatformAdmin)
  const continueAlone = () => {
    if (person) sessionStorage.setItem(AS_PERSON, person.userId)
    session.set({ phase: 'new' })
    void navigate(back, { replace: true })
  }
  return (
    <div className="kb-select kb-place-centre">
      <main className="kb-select-box kb-frame">
        <p className="kb-muted">{tenant?.name}</p>
        <h1 className="kb-title-22 kb-below-12">{tr('选择企业')}</h1>
        <CompanyList backTo={back} />
        <Parts of={SHELL.companyChoice} />
        {alone && (
          <Button block onClick={continueAlone}>
            {tr(person.isExpert ? '以评审专家身份进入' : '以平台管理员身份进入')}
          </Button>
        )}
        <Button type="link" onClick={() => void leave().then(() => goTo('/login', { replace: true }))}>
          {tr('退出登录')}
        </Button>
      </main>
      {phase === 'no-company' && <DefaultPasswordDialog />}
    </div>
  )
}
