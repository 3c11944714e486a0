import { tr } from '#web/kit/labels.ts'
import { loginFill } from '#web/shell/login-fill.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { demoLogins } from '../contract.ts'

/** Who may log in here, while this is a demonstration; a click fills the form. */
export function Part() {
  const demo = useSession().tenant?.demo === true
  const { data } = useCall(demoLogins, {}, { enabled: demo })
  if (!demo || !data) return null
  const { password, people } = data
  return (
    <section className="kb-hint kb-rule-top kb-pad-top-12 kb-above-20" aria-label={tr('演示登录')}>
      <p>
        {tr('演示环境，数据均为虚构。点击账号即可填入，密码')} <code>{password}</code>
      </p>
      <ul className="kb-flex kb-gap-6 kb-wrap kb-above-8">
        {people.map(({ account, name, role }) => (
          <li key={account}>
            <button
              type="button"
              className="kb-option"
              title={`${account} ${name}`}
              onClick={() => loginFill.set({ values: { account, password } })}
            >
              {role !== name && <span className="kb-muted">{tr(role)}</span>} {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
