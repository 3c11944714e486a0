import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { DAY, formatTime, HOUR } from '#contract/time.ts'
import { login } from '#features/passport/contract.ts'
import { call, CallError, NETWORK_ERROR } from '#web/call.ts'
import { clock, useNow } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { advanceClock, demoLogins, demoPlay, draftExample, type ExampleMethod } from '../contract.ts'
import { OthersPart } from './others-part.tsx'
import { pageOf, recordPlayed } from './play.ts'
import { type Others, useOthers } from './use-others.ts'
import './demo-control.css'

const OPEN = 'kb.demo.open'
/** Past a deadline, not at it. */
const PAST = 1000
/** A draft is made with everything that its form asks for. */
const EXAMPLES = [
  { method: 1, name: '公开招标' },
  { method: 6, name: '单一来源' },
  { method: 8, name: '竞价采购' },
  { method: 10, name: '直接采购' },
] as const

/** Clock and roles of a demonstration, so that one person can play a whole tender. */
export function Part() {
  const demo = useSession().tenant?.demo === true
  return demo ? <Control /> : null
}

function Control() {
  const [open, setOpen] = useState(() => sessionStorage.getItem(OPEN) === '1')
  const own = useRef<HTMLElement>(null)
  const others = useOthers()
  const show = (value: boolean) => {
    sessionStorage.setItem(OPEN, value ? '1' : '0')
    setOpen(value)
  }
  useEffect(() => {
    if (!open) return
    // Whoever goes on with the page wants to see it; the board is a click away.
    const onPress = (event: PointerEvent) => !own.current?.contains(event.target as Node) && show(false)
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])
  return (
    <aside ref={own} className="demo-control" aria-label={tr('演示控制台')}>
      {open && <Board others={others} onLeave={() => show(false)} />}
      <button type="button" className="demo-pill" aria-expanded={open} onClick={() => show(!open)}>
        {tr(others.isBusy ? '办理中' : '演示')}
      </button>
    </aside>
  )
}

function Now() {
  return <time>{formatTime(useNow()).slice(5, 16)}</time>
}

function Board({ others, onLeave }: { others: Others; onLeave: () => void }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { person, workbench } = useSession()
  const { data: logins } = useCall(demoLogins, {})
  const recordId = recordPlayed(pathname)
  const about = { query: { recordId: recordId ?? '' } }
  const { data: order } = useCall(demoPlay, about, { enabled: recordId !== null, fresh: 0 })
  const [busy, setBusy] = useState(false)

  /** Whatever follows starts with a page loaded anew: another person, another time. */
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : NETWORK_ERROR)
      setBusy(false)
    }
  }
  const advance = (ms: number) =>
    run(async () => {
      await call(advanceClock, { body: { ms: Math.ceil(ms) } })
      window.location.reload()
    })
  const draft = (method: ExampleMethod) =>
    run(async () => {
      const { link } = await call(draftExample, { body: { method } })
      setBusy(false)
      onLeave()
      await navigate(link)
    })
  /** A session that begins ends the one before. */
  const become = (account: string, workbench: string) =>
    run(async () => {
      await call(login, { body: { mode: 'password', account, password: logins!.password } })
      window.location.assign(pageOf(workbench, order))
    })

  return (
    <div className="demo-board kb-scroll kb-panel kb-box kb-plain">
      <p className="kb-soft kb-below-8">
        {person?.nickname} <Now />
      </p>
      {order && (
        <p className="kb-flex kb-gap-8 kb-between">
          <span className="kb-shrink kb-ellipsis">{order.title}</span>
          <span className="kb-fixed kb-accent">{order.stage}</span>
        </p>
      )}
      {order && (
        <OthersPart
          play={order}
          others={others}
          isLocked={busy}
          onSkip={(at) => void advance(new Date(at).getTime() - clock.now() + PAST)}
          onLeave={onLeave}
        />
      )}
      {!order && <p className="kb-above-8 kb-below-8">{tr('打开任一标段或采购单，这里会提示下一步由谁办理。')}</p>}
      {(workbench === 'purchaser' || workbench === 'agency') && (
        <p className="kb-row kb-gap-6 kb-wrap kb-above-12">
          <span className="kb-muted">{tr('填入示例')}</span>
          {EXAMPLES.map(({ method, name }) => (
            <Button key={method} size="small" disabled={busy} onClick={() => void draft(method)}>
              {tr(name)}
            </Button>
          ))}
        </p>
      )}
      <h2 className="kb-hint kb-above-12 kb-below-8 kb-regular">{tr('角色')}</h2>
      <ul className="kb-flex kb-gap-6 kb-wrap">
        {logins?.people.map(({ account, name, role, workbench }) => {
          const isOneself = name === person?.nickname
          const isTurn = role === order?.turn?.who && !isOneself
          return (
            <li key={account}>
              <button
                type="button"
                disabled={busy}
                aria-current={isOneself || undefined}
                className={isTurn ? 'kb-option demo-due' : 'kb-option'}
                onClick={() => void become(account, workbench)}
              >
                {role !== name && <span className="kb-muted">{tr(role)}</span>} {name}
              </button>
            </li>
          )
        })}
      </ul>
      <h2 className="kb-hint kb-above-12 kb-below-8 kb-regular">{tr('时钟')}</h2>
      <p className="kb-flex kb-gap-6 kb-wrap">
        <Button size="small" disabled={busy} onClick={() => void advance(HOUR)}>
          {tr('快进 1 小时')}
        </Button>
        <Button size="small" disabled={busy} onClick={() => void advance(DAY)}>
          {tr('快进 1 天')}
        </Button>
      </p>
      <p className="kb-muted kb-above-8">{tr('时钟对所有人生效，只能向前。')}</p>
    </div>
  )
}
