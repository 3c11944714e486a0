import { createRoot } from 'react-dom/client'
import { configure } from './configure.ts'
import { features } from './features.ts'
import { takeEntry } from './shell/access-code.ts'
import { App } from './shell/app.tsx'
import './styles/all.css'

configure()
takeEntry()
createRoot(document.getElementById('root')!).render(<App features={features} />)
