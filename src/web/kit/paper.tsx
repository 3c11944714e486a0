import { ConfigProvider } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useContext } from 'react'
import { SurroundingsContext } from '../look.ts'
import { propertiesOf, themeFor } from '../theme.ts'

/** What is drawn as a sheet of paper (a receipt, a signed notice) stays one on a dark page too. */
export function Paper({ children }: { children: ReactNode }) {
  const { mode, themeColor } = useContext(SurroundingsContext)
  if (mode === 'light') return children
  const style = { ...propertiesOf(themeColor, 'light'), colorScheme: 'light' } as CSSProperties
  return (
    <SurroundingsContext value={{ mode: 'light', themeColor }}>
      <ConfigProvider theme={themeFor(themeColor, 'light')}>
        <div className="kb-plain kb-panel kb-round" data-kb-mode="light" style={style}>
          {children}
        </div>
      </ConfigProvider>
    </SurroundingsContext>
  )
}
