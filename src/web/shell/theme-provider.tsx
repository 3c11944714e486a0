import { App as AntApp, ConfigProvider, Spin } from 'antd'
import zhCnModule from 'antd/locale/zh_CN.js'
import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { connectFeedback } from '../feedback.ts'
import { tr } from '../kit/labels.ts'
import { SurroundingsContext, usePageMode } from '../look.ts'
import { useCovered } from '../overlay.ts'
import type { Mode } from '../theme.ts'
import { propertiesOf, themeFor } from '../theme.ts'
import { useSession } from './session.ts'

// A CommonJS module: bundlers and Node disagree on where its default export is.
const zhCN = 'default' in zhCnModule ? zhCnModule.default : zhCnModule

interface ThemeProviderProps {
  mode: Mode
  /** Where pop-ups are put; a scaled stage must hold its own. */
  container?: () => HTMLElement
  /** Type and controls readable from the back of a room. */
  stage?: boolean
  children: ReactNode
}

/** antd and our own custom properties in the tenant's colour. The outermost one also dresses the page itself. */
export function ThemeProvider({ mode, container, stage = false, children }: ThemeProviderProps) {
  const themeColor = useSession().tenant?.themeColor ?? ''
  const nested = container !== undefined
  const theme = useMemo(() => themeFor(themeColor, mode, stage), [themeColor, mode, stage])
  const surroundings = useMemo(() => ({ mode, themeColor }), [mode, themeColor])
  const properties = useMemo(() => propertiesOf(themeColor, mode), [themeColor, mode])
  // Before anything is painted: a dark page must not begin with a flash of light.
  useLayoutEffect(() => {
    if (nested) return
    const root = document.documentElement
    root.dataset.kbMode = mode
    for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value)
    root.style.colorScheme = mode
  }, [nested, properties, mode])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={theme}
      button={{ autoInsertSpace: false }}
      {...(container ? { getPopupContainer: container } : {})}
    >
      <AntApp component={nested ? 'div' : false} {...(nested ? { className: 'kb-plain', style: properties } : {})}>
        <FeedbackBridge />
        <SurroundingsContext value={surroundings}>{children}</SurroundingsContext>
      </AntApp>
    </ConfigProvider>
  )
}

/** The outermost provider: light or dark as chosen for this browser. */
export function PageTheme({ children }: { children: ReactNode }) {
  return <ThemeProvider mode={usePageMode()}>{children}</ThemeProvider>
}

/** Covers the page while an action runs: at once against clicks, visibly only when it takes long. */
export function CallCover() {
  const covered = useCovered()
  if (!covered) return null
  return (
    <div className="kb-cover kb-place-centre" role="status" aria-label={tr('处理中')}>
      <Spin size="large" />
    </div>
  )
}

function FeedbackBridge() {
  const api = AntApp.useApp()
  useEffect(() => connectFeedback(api), [api])
  return null
}
