import type { Content } from "#content/en/index.ts";

export const questions: Content["questions"] = {
  heading: "O que nos preguntan antes de comezar",
  items: {
    what: {
      question: "Que levo por {price}\u00a0+\u00a0IVE?",
      answer:
        "Unha web dunha soa páxina (landing) con {sections} seccións: {base} básicas e {chosen} que escolles ti. Vai en galego e castelán, con {rounds} roldas de cambios e o primeiro mes do informe de rendemento gratis. En total son {total} co IVE incluído.",
    },
    excluded: {
      question: "Que non está incluído?",
      answer:
        "O dominio e o aloxamento, escribir os teus textos, facer as fotos, un panel para editar a páxina, as licenzas de terceiros e o mantemento. Se queres algo diso, vai no teu orzamento co seu prezo. Nunca cobramos un extra que non aceptases antes.",
    },
    domain: {
      question: "Quen paga o dominio e o aloxamento?",
      answer:
        "Ti, directamente ao provedor, agás que o teu orzamento diga outra cousa. O dominio é o teu enderezo na rede, como oteunegocio.gal; o aloxamento, o ordenador sempre acendido no que está a páxina. Van no teu nome, así que sempre son teus. Se aínda non os tes, axudámosche a escollelos e conectámolos ao publicar.",
    },
    texts: {
      question: "Quen escribe os textos e quen os traduce?",
      answer:
        "Os textos dásnolos ti, en galego ou en castelán, como prefiras: ninguén coñece mellor o teu negocio. Nós colocámolos, revisamos a ortografía e traducímolos á outra lingua. Se prefires que tamén os escribamos, pídenos orzamento.",
    },
    photos: {
      question: "E as fotos?",
      answer:
        "Tamén as pos ti. Valen as do móbil, se se ven ben e quen sae nelas che deu permiso. Se fai falta fotógrafo, ou imaxes de pagamento, levan o seu propio orzamento.",
    },
    payment: {
      question: "Canto pago ao comezar?",
      answer:
        "O {initialPercent} do prezo: {initial}\u00a0+\u00a0IVE, que son {initialTotal} co IVE incluído. O resto, {restTotal} co IVE incluído, págalo ao publicar a páxina. Pedirnos orzamento non custa nada nin te compromete a nada.",
    },
    when: {
      question: "Cando estará lista?",
      answer:
        "En {days} días laborables, contados desde o día en que temos o pagamento inicial e todos os teus contidos. Mentres agardamos algo de ti, o prazo detense. Se contratas como particular, e non para o teu negocio, comeza cando rematan os {withdrawal} días que tes para desistir, agás que nos pidas expresamente comezar antes. Se vemos que imos chegar tarde, dicímoscho de contado.",
    },
    editing: {
      question: "Podo cambiala eu?",
      answer:
        "Pola túa conta non: a páxina desta oferta non leva panel de edición. Co mantemento opcional ({month}\u00a0+\u00a0IVE ao mes, sen permanencia) facémosche pequenos cambios, tantos como diga o teu orzamento; sen el, cada cambio leva o seu orzamento. Se queres un panel, dínolo antes de comezar.",
    },
    dislike: {
      question: "E se non me gusta?",
      answer:
        "Ves o deseño antes de construírmos a páxina e tes {rounds} roldas de cambios. Se aínda así non che convence, escribe a {email} nos {guaranteeDays} días naturais seguintes ao día en que cha entregamos rematada. Devolvémosche o {refund} do pagamento inicial ({refundTotal} co IVE incluído) e o resto do prezo xa non o debes; se o pagaches, devolvémoscho. Daquela a páxina non se publica, ou retírase, e os dereitos sobre o noso traballo seguen a ser nosos.",
    },
    leaving: {
      question: "E se un día marcho?",
      answer:
        "Levas todo contigo. Cando estea todo pagado, a páxina é túa: entregámosche os ficheiros e os contrasinais, e calquera bo profesional pode seguir. O mantemento mensual déixalo cando queiras, e só pagas o mes en curso.",
    },
    calling: {
      question: "Pódovos chamar?",
      answer:
        "Claro: {phone}. Tamén podes escribir a {email} ou usar o formulario de máis abaixo. Respondemos {soon}, en galego, castelán ou inglés.",
    },
  },
};
