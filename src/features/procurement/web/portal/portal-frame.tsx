import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/shell/session.ts'
import { ClockText } from '#web/shell/clock-text.tsx'
import './portal.css'

/** The public pages of a tenant: its brand, the server's clock, the way in, and what stands below every page. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const { tenant } = useSession()
  return (
    <div className="portal kb-column">
      <a className="kb-skip" href="#main">
        跳到主要内容
      </a>
      <header className="portal-top kb-rule">
        <div className="portal-width kb-row kb-gap-20 kb-wide kb-page-centre">
          <Link to="/portal" className="kb-brand kb-row kb-grow kb-title-15 kb-plain kb-nowrap">
            {tenant?.logo && <img src={tenant.logo} alt="" />}
            <span>{tenant?.name}</span>
          </Link>
          <ClockText />
          <Link to="/" className="kb-nowrap">
            登录 / 工作台
          </Link>
        </div>
      </header>
      <main id="main" className="portal-width kb-wide kb-page-centre portal-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="portal-foot kb-ground kb-hint kb-rule-top">
        <div className="portal-width kb-wide kb-page-centre">
          <p className="kb-flex kb-gap-20 kb-flat kb-wrap">
            <Link to="/portal/help/check">如何核验</Link>
            <a href="/verify/">离线核验页</a>
            <span>公告、回执、日志和归档，任何人都可以自行核对，不必相信平台。</span>
          </p>
          <p className="kb-flex kb-gap-20 kb-flat kb-wrap">
            {tenant?.hotline && <span>服务热线 {tenant.hotline}</span>}
            {tenant?.address && <span>{tenant.address}</span>}
            <span>时间均为北京时间，以服务器时钟为准</span>
          </p>
        </div>
      </footer>
    </div>
  )
}
