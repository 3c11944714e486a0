import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatWithUnit } from '#contract/money.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import { SAVING_BASE } from '#features/procurement/rules/saving.ts'
import { LazyChart } from '#web/kit/chart-lazy.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { ClockText } from '#web/shell/clock-text.tsx'
import { useSession } from '#web/shell/session.ts'
import { ThemeProvider } from '#web/shell/theme-provider.tsx'
import { useCall } from '#web/use-call.ts'
import { screenFigures } from '../contract.ts'
import { MONTH_UNITS, monthSeries } from './month-series.ts'
import { percent } from './words.ts'
import './data-screen.css'

type Shown = OutputOf<typeof screenFigures>

const EVERY = 20_000

/** What happens on the platform, for a screen on a wall: dark, large, and current by itself. */
export function Screen() {
  const box = useRef<HTMLDivElement>(null)
  const figures = useCall(screenFigures, undefined, { every: EVERY, keep: true })
  const { tenant } = useSession()
  const navigate = useNavigate()
  return (
    <ThemeProvider mode="dark" stage container={() => box.current ?? document.body}>
      <div ref={box} className="stat-wall kb-scroll kb-ground kb-size-16 kb-plain" style={{ colorScheme: 'dark' }}>
        <header>
          <Button type="text" onClick={() => void navigate('/')}>
            ‹ 返回
          </Button>
          <h1>{tenant?.name} · 招标采购数据大屏</h1>
          <ClockText large />
          <Button type="text" onClick={() => void toggleFull(box.current)}>
            全屏
          </Button>
        </header>
        <main id="main" tabIndex={-1}>
          <WhenLoaded query={figures}>{(shown) => <Wall {...shown} />}</WhenLoaded>
        </main>
      </div>
    </ThemeProvider>
  )
}

function Wall(shown: Shown) {
  const { running, today, year, companies } = shown
  const all = running.bidding + running.opening + running.review + running.publicity
  return (
    <>
      <dl className="stat-wall-figures">
        <Big label="进行中的招标" value={`${all}`} hint={`今日新发布 ${today.published}`} />
        <Big
          label="今日开标"
          value={`${today.openings}`}
          hint={`已开 ${today.opened}，待开 ${today.openings - today.opened}`}
        />
        <Big label="本年成交金额（元）" value={formatWithUnit(year.amount)} hint={formatAmount(year.amount)} />
        <Big
          label="本年节约率"
          value={percent(year.savedRate)}
          hint={`较${SAVING_BASE}；定标 ${year.awarded}，流标 ${year.abortive}`}
        />
        <Big
          label="认证供应商"
          value={`${companies.suppliers}`}
          hint={`采购人 ${companies.purchasers}，代理机构 ${companies.agencies}`}
        />
      </dl>
      <div className="stat-wall-grid">
        <Part title="各阶段标段">
          <Shares
            rows={[
              { label: '招标中', n: running.bidding },
              { label: '开标中', n: running.opening },
              { label: '评审中', n: running.review },
              { label: '候选人公示', n: running.publicity },
            ]}
          />
        </Part>
        <Part title="近十二个月" wide>
          <Months months={shown.months} />
        </Part>
        <Part title="本年发布（按类别）">
          <Shares rows={shown.categories.map((one) => ({ label: one.label, n: one.published }))} />
          <Shares rows={shown.methods.map((one) => ({ label: one.label, n: one.published }))} />
        </Part>
        <Part title="开标安排" wide>
          <Openings rows={shown.openings} at={shown.at} />
        </Part>
        <Part title="最新中标结果" wide>
          <Results rows={shown.results} />
        </Part>
      </div>
    </>
  )
}

function Big({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <small>{hint}</small>
      </dd>
    </div>
  )
}

function Part({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'stat-wall-part stat-wall-wide' : 'stat-wall-part'} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Shares({ rows }: { rows: readonly { label: string; n: number }[] }) {
  const most = Math.max(1, ...rows.map((row) => row.n))
  if (rows.length === 0) return <p className="kb-muted">暂无</p>
  return (
    <ul className="stat-wall-shares">
      {rows.map((row) => (
        <li key={row.label}>
          <span>{row.label}</span>
          <i style={{ width: `${(row.n / most) * 100}%` }} aria-hidden="true" />
          <b className="kb-nowrap">{row.n}</b>
        </li>
      ))}
    </ul>
  )
}

function Months({ months }: { months: Shown['months'] }) {
  const x = useMemo(() => months.map((one) => one.month.slice(2).replace('-', '/')), [months])
  const series = useMemo(() => monthSeries(months), [months])
  return <LazyChart label="近十二个月发布、定标与中标金额" x={x} series={series} units={MONTH_UNITS} height={280} />
}

function Openings({ rows, at }: { rows: Shown['openings']; at: string }) {
  if (rows.length === 0) return <p className="kb-muted">暂无开标安排</p>
  const today = formatDate(at)
  return (
    <ul className="stat-wall-list">
      {rows.map((row) => (
        <li key={row.orderId}>
          <time className="kb-soft" dateTime={row.openAt}>
            {formatDate(row.openAt) === today
              ? `今日 ${formatTime(row.openAt).slice(11)}`
              : formatTime(row.openAt).slice(5)}
          </time>
          <span>
            {row.title}
            <small>{row.purchaser}</small>
          </span>
          <b className={`kb-nowrap ${row.opened ? 'kb-good' : ''}`}>{row.opened ? '已开标' : '待开标'}</b>
        </li>
      ))}
    </ul>
  )
}

function Results({ rows }: { rows: Shown['results'] }) {
  if (rows.length === 0) return <p className="kb-muted">暂无中标结果</p>
  return (
    <ul className="stat-wall-list">
      {rows.map((row) => (
        <li key={row.orderId}>
          <time className="kb-soft" dateTime={row.awardedAt}>
            {formatTime(row.awardedAt).slice(5)}
          </time>
          <span>
            {row.title}
            <small>{row.winner}</small>
          </span>
          <b className="kb-nowrap">{formatWithUnit(row.price)}元</b>
        </li>
      ))}
    </ul>
  )
}

async function toggleFull(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await element?.requestFullscreen()
}
