import DefaultTheme from 'vitepress/theme'

import Mermaid from './Mermaid.vue'
import './guide.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router, siteData }) {
    app.component('Mermaid', Mermaid)
    // The switch of languages names a page that may have no translation.
    router.onBeforeRouteChange = (to) => {
      const { base, themeConfig } = siteData.value
      const [, page, rest] = to.slice(base.length).match(/^zh\/([^?#]*?)(?:\.html)?([?#].*)?$/) ?? []
      if (page && !themeConfig.translated.includes(page)) {
        router.go(`${base}${page}.html${rest ?? ''}`)
        return false
      }
    }
  }
}
