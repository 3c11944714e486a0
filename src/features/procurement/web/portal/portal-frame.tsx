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
            <a href="/verify/">投标回执离线核验</a>
            <span>核验页为单个文件，不联网，任何人都可以用它核对回执、日志和开标后的文件。</span>
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
