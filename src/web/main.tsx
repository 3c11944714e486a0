import { createRoot } from 'react-dom/client'
import { configure } from './configure.ts'
import { features } from './features.ts'
import { takeEntry } from './shell/access-code.ts'
import { App } from './shell/app.tsx'
import './styles/base.css'
import './styles/shell.css'
import './styles/kit.css'
import './styles/kit-table.css'
import './styles/kit-pages.css'
import './styles/kit-forms.css'
import './styles/layout.css'
import './styles/text.css'
import './styles/kit-narrow.css'

configure()
// Inside one of its own pages this is an embedded app (features/micro-apps): the same code, drawn by that page.
if ('$wujie' in window) {
  void import('#features/micro-apps/web/child/mount.tsx').then(({ mountApp }) => mountApp(features))
} else {
  takeEntry()
  createRoot(document.getElementById('root')!).render(<App features={features} />)
}
