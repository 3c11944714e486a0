import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { DAY, formatTime, HOUR } from '#contract/time.ts'
import { login, logout } from '#features/passport/contract.ts'
import { call, CallError, NETWORK_ERROR } from '#web/call.ts'
import { clock, useNow } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { advanceClock, demoLogins, demoPlay } from '../contract.ts'
import { pageOf, recordPlayed } from './play.ts'
import './demo-control.css'

const OPEN = 'kb.demo.open'
/** Past a deadline, not at it. */
const PAST = 1000

/** Clock and roles of a demonstration, so that one person can play a whole tender. */
export function Part() {
  const demo = useSession().tenant?.demo === true
  return demo ? <Control /> : null
}

function Control() {
  const [open, setOpen] = useState(() => sessionStorage.getItem(OPEN) === '1')
  const own = useRef<HTMLElement>(null)
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
      {open && <Board />}
      <button type="button" className="demo-pill" aria-expanded={open} onClick={() => show(!open)}>
        {tr('演示')}
      </button>
    </aside>
  )
}

function Now() {
  return <time>{formatTime(useNow()).slice(5, 16)}</time>
}

function Board() {
  const { pathname } = useLocation()
  const { person } = useSession()
  const { data: logins } = useCall(demoLogins, {})
  const recordId = recordPlayed(pathname)
  const { data: order } = useCall(demoPlay, { query: { recordId: recordId ?? '' } }, { enabled: recordId !== null })
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
  const become = (account: string, workbench: string) =>
    run(async () => {
      await call(logout)
      await call(login, { body: { mode: 'password', account, password: logins!.password } })
      window.location.assign(pageOf(workbench, order))
    })

  return (
    <div className="demo-board">
      <p className="demo-who">
        {person?.nickname} <Now />
      </p>
      {order && (
        <p className="demo-order">
          <b>{order.title}</b>
          <span>{order.stage}</span>
        </p>
      )}
      {order?.turn && (
        <p className="demo-turn">
          {tr('下一步')}：{tr(order.turn.what)}
        </p>
      )}
      {!order && <p className="demo-turn">{tr('打开任一标段或采购单，这里会提示下一步由谁办理。')}</p>}
      <h2>{tr('角色')}</h2>
      <ul>
        {logins?.people.map(({ account, name, role, workbench }) => {
          const isOneself = name === person?.nickname
          const isTurn = role === order?.turn?.who && !isOneself
          return (
            <li key={account}>
              <button
                type="button"
                disabled={busy}
                aria-current={isOneself || undefined}
                className={isTurn ? 'demo-due' : ''}
                onClick={() => void become(account, workbench)}
              >
                {role !== name && <span>{tr(role)}</span>} {name}
              </button>
            </li>
          )
        })}
      </ul>
      <h2>{tr('时钟')}</h2>
      <p className="demo-clock">
        <Button size="small" disabled={busy} onClick={() => void advance(HOUR)}>
          {tr('快进 1 小时')}
        </Button>
        <Button size="small" disabled={busy} onClick={() => void advance(DAY)}>
          {tr('快进 1 天')}
        </Button>
        {order?.next && (
          <Button
            size="small"
            type="primary"
            disabled={busy}
            onClick={() => void advance(new Date(order.next!.at).getTime() - clock.now() + PAST)}
          >
            {tr('快进至')}
            {order.next.label} {formatTime(order.next.at).slice(5, 16)}
          </Button>
        )}
      </p>
      <p className="demo-hint">{tr('时钟对所有人生效，只能向前。')}</p>
    </div>
  )
}
