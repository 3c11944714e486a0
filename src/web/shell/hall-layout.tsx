import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tr } from '../kit/labels.ts'
import { MiddleText } from '../kit/middle-text.tsx'
import { usePrinting } from '../look.ts'
import type { Mode } from '../theme.ts'
import '../styles/hall.css'
import '../styles/stage.css'
import { ClockText } from './clock-text.tsx'
import { hallHead } from './hall-head.ts'
import { useSession } from './session.ts'
import { STAGE_HEIGHT, useStage } from './stage.ts'
import { ThemeProvider } from './theme-provider.tsx'

const THEME = 'kb.hall-theme'

/**
 * The stage of a bid opening: design height 1055 px scaled to the window, dark unless chosen otherwise for the session.
 * Where no stage fits, a page that scrolls.
 */
export function HallLayout({ children }: { children: ReactNode }) {
  const [chosen, setMode] = useState<Mode>(() => (sessionStorage.getItem(THEME) === 'light' ? 'light' : 'dark'))
  const mode = usePrinting() ? 'light' : chosen
  const fit = useStage()
  const stage = useRef<HTMLDivElement>(null)
  const toggle = () => {
    const next = chosen === 'dark' ? 'light' : 'dark'
    sessionStorage.setItem(THEME, next)
    setMode(next)
  }
  return (
    <ThemeProvider mode={mode} stage={fit !== null} container={() => stage.current ?? document.body}>
      <div className="kb-hall-window" style={{ colorScheme: mode }}>
        <div
          ref={stage}
          className={fit ? 'kb-hall' : 'kb-hall kb-hall-flow'}
          style={fit ? { width: fit.width, height: STAGE_HEIGHT, transform: `scale(${fit.scale})` } : {}}
        >
          <HallTop mode={mode} onToggle={toggle} />
          <main id="main" className="kb-hall-main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </ThemeProvider>
  )
}

function HallTop({ mode, onToggle }: { mode: Mode; onToggle: () => void }) {
  const navigate = useNavigate()
  const { tenant } = useSession()
  const { title, name, back, online } = hallHead.use().head
  return (
    <header className="kb-hall-top">
      <div className="kb-hall-side">
        <Button type="text" onClick={() => (back ? void navigate(back) : void navigate(-1))}>
          ‹ {tr('返回')}
        </Button>
      </div>
      <h1>
        {title && <MiddleText text={title} />} <span>{name ? tr(name) : tenant?.openHallTitle || tr('开标大厅')}</span>
      </h1>
      <div className="kb-hall-side">
        <ClockText label="国家授时" large />
        {online && (
          <span className="kb-hall-online" aria-live="polite">
            {tr('在线')} {online.now}
            {online.all !== undefined && `/${online.all}`}
          </span>
        )}
        <Button type="text" aria-label={tr(mode === 'dark' ? '切换为浅色' : '切换为深色')} onClick={onToggle}>
          {mode === 'dark' ? '☀' : '☾'}
        </Button>
      </div>
    </header>
  )
}
