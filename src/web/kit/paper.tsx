import { ConfigProvider } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { ModeContext, useMode } from '../look.ts'
import { useSession } from '../shell/session.ts'
import { propertiesOf, themeFor } from '../theme.ts'

/** What is drawn as a sheet of paper (a receipt, a signed notice) stays one on a dark page too. */
export function Paper({ children }: { children: ReactNode }) {
  const mode = useMode()
  const themeColor = useSession().tenant?.themeColor ?? ''
  if (mode === 'light') return children
  const style = { ...propertiesOf(themeColor, 'light'), colorScheme: 'light' } as CSSProperties
  return (
    <ModeContext value="light">
      <ConfigProvider theme={themeFor(themeColor, 'light')}>
        <div className="kb-themed kb-paper" data-kb-mode="light" style={style}>
          {children}
        </div>
      </ConfigProvider>
    </ModeContext>
  )
}
